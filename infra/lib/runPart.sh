#!/usr/bin/env bash
# runPart.sh NAME COMMAND...: supervisor starts each part by this script, which becomes COMMAND. It first kills workers
# of an earlier NAME whose master was killed, since they hold the port. Their process group has the master's pid.
set -euo pipefail
pidFile="$CHAT_DIR/run/$1.pid"
if [ -e "$pidFile" ]; then pkill -KILL -g "$(<"$pidFile")" || true; fi
rm -f "$CHAT_DIR/run/$1.sock"
echo $$ >"$pidFile"
ulimit -n "$(ulimit -Hn)" || true
exec "${@:2}"
