#!/bin/sh
# usage: run.sh [NODE OPTION ...] ENTRY [ARGUMENT ...]
# Replaces this shell with the pinned Node, which reads .env if there is one; variables that are set already win.
set -eu
# Keeps compiled code for the next start. Where the folder is read-only, Node does without it. In development every change
# of a file would be kept.
if [ "${NODE_ENV:-}" != development ]; then
  export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$(dirname "$0")/../node_modules/.cache/node}"
fi
if [ -f .env ]; then
  if [ ! -r .env ]; then
    echo "The file .env cannot be read. Check its owner and permissions." >&2
    exit 1
  fi
  set -- --env-file=.env "$@"
fi
exec "$(dirname "$0")/../node_modules/node/bin/node" "$@"
