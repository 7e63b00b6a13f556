#!/bin/sh
# usage: serve.sh production|development ENTRY
# Replaces this shell with the server on the pinned Node: npm's signals reach it, and no wrapper stays in memory.
set -eu
export NODE_ENV="$1" NEXT_TELEMETRY_DISABLED=1
shift
if [ "$NODE_ENV" = production ]; then
  # The server logs warnings itself, as JSON.
  export NODE_NO_WARNINGS=1
  set -- --min-semi-space-size=8 "$@"
fi
# By default the heap and malloc's arenas grow with the memory of the machine; the site needs little.
export NODE_OPTIONS="${NODE_OPTIONS:---max-semi-space-size=8 --max-old-space-size=384}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-262144}"
exec sh "$(dirname "$0")/run.sh" "$@"
