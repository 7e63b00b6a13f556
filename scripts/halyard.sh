#!/bin/sh
# usage: halyard [start | upstream | admin | backup | restore | rollback] [ARGUMENT ...]
# `.env`, DATA_DIR and the files of backups are relative to the working directory, so that they survive the release.
set -eu
release=$(dirname "$(readlink -f "$0")")
command=${1:-start}
if [ $# -gt 0 ]; then shift; fi
# The servers take no arguments.
case $command in
  start | upstream) if [ $# -gt 0 ]; then command=; fi ;;
esac
case $command in
  start) exec sh "$release/scripts/serve.sh" production "$release/scripts/start-release.mjs" "$@" ;;
  upstream) exec sh "$release/scripts/serve.sh" production "$release/server/upstream.ts" "$@" ;;
  admin | backup | restore | rollback) exec sh "$release/scripts/run.sh" "$release/scripts/commands/$command.ts" "$@" ;;
  *) sed -n 's/^# usage/Usage/p' "$0" >&2 && exit 2 ;;
esac
