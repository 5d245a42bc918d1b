#!/usr/bin/env bash
# run NAME COMMAND...: becomes COMMAND; supervisor calls it. Workers of an earlier NAME whose master was killed hold its
# port: they end first. Supervisor makes each program the leader of a process group, so that the group has its pid.
set -euo pipefail
group="$CHAT_DIR/run/$1.pid"
if [ -e "$group" ]; then pkill -KILL -g "$(<"$group")" || true; fi
rm -f "$CHAT_DIR/run/$1.sock"
echo $$ >"$group"
ulimit -n "$(ulimit -Hn)" || true
exec "${@:2}"
