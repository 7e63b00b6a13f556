#!/bin/sh
# usage: run.sh [NODE OPTION ...] ENTRY [ARGUMENT ...]
# Replaces this shell with the pinned Node, which reads .env if there is one; variables that are set already win.
set -eu
if [ -f .env ]; then set -- --env-file=.env "$@"; fi
exec "$(dirname "$0")/../node_modules/node/bin/node" "$@"
