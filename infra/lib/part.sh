#!/usr/bin/env bash
# part.sh DIR NAME COMMAND...: becomes COMMAND, in a process group that DIR/NAME.pgid names, with the variables of
# DIR/../env and DIR/NAME.env. A group left over from an earlier NAME (its parent was killed, its children still hold the
# port) is ended first, and its socket DIR/NAME.sock goes.
set -euo pipefail
dir="$1" name="$2"
shift 2
# shellcheck source=infra/lib/leftover.sh
. "$(dirname "$0")/leftover.sh"
end_leftover "$dir/$name.pgid"
rm -f "$dir/$name.sock" # what a killed server listened on would be in its way
# At no moment without a group named: whoever is killed here leaves the next one something to find.
printf '%s\n' "$$" >"$dir/$name.pgid.new"
mv "$dir/$name.pgid.new" "$dir/$name.pgid"
# shellcheck source=infra/lib/load-env.sh
. "$(dirname "$0")/load-env.sh"
load_keys "$dir/../env"
load_env "$dir/$name.env"
export CHAT_PART="$dir/$name.pgid"
ulimit -n "$(ulimit -Hn)" 2>/dev/null || true
exec "$@"
