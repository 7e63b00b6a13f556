#!/bin/sh
# usage: serve.sh production|development ENTRY
# Replaces this shell with the server on the pinned Node: npm's signals reach it, and no wrapper stays in memory.
set -eu
export NODE_ENV="$1" NEXT_TELEMETRY_DISABLED=1
shift
# The server logs warnings itself, as JSON.
if [ "$NODE_ENV" = production ]; then export NODE_NO_WARNINGS=1; fi
# By default the heap and malloc's arenas grow with the memory of the machine; the site needs little.
export NODE_OPTIONS="${NODE_OPTIONS:---max-semi-space-size=8 --max-old-space-size=384}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec sh "$(dirname "$0")/run.sh" "$@"
