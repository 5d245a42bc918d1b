#!/usr/bin/env bash
# runPart.sh NAME COMMAND...: becomes COMMAND; supervisor calls it. Workers of an earlier NAME whose master was killed
# hold its port: they end first. Supervisor makes each program the leader of a process group: the group has its pid.
set -euo pipefail
pidFile="$CHAT_DIR/run/$1.pid"
if [ -e "$pidFile" ]; then pkill -KILL -g "$(<"$pidFile")" || true; fi
rm -f "$CHAT_DIR/run/$1.sock"
echo $$ >"$pidFile"
ulimit -n "$(ulimit -Hn)" || true
exec "${@:2}"
