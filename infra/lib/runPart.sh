#!/usr/bin/env bash
# runPart.sh NAME COMMAND...: supervisor starts each part by it, and it becomes COMMAND. It first kills workers that an
# earlier NAME left when its master was killed, since they hold the port. Their process group has the master's pid.
set -euo pipefail
pidFile="$CHAT_DIR/run/$1.pid"
if [ -e "$pidFile" ]; then pkill -KILL -g "$(<"$pidFile")" || true; fi
rm -f "$CHAT_DIR/run/$1.sock"
echo $$ >"$pidFile"
ulimit -n "$(ulimit -Hn)" || true
exec "${@:2}"
