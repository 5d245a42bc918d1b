# shellcheck shell=bash
# Sourced: ending the process group that a part left behind.

# Members of group PGID that are ours: they carry our mark, or work in the project's folder or below it. (php-fpm and
# nginx overwrite their environment, and with it the mark.) The number may have been given to a stranger's process.
members() { # PGID MARK
  local pid project
  project="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
  for pid in $(pgrep -g "$1"); do
    if tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -qxF "CHAT_PART=$2" ||
      [[ "$(readlink "/proc/$pid/cwd")/" = "$project"/* ]]; then printf '%s\n' "$pid"; fi
  done
}

end_leftover() { # PGID-FILE
  local file="$1" group pids signal round
  group="$(cat "$file" 2>/dev/null)" || return 0
  for signal in TERM TERM KILL; do
    mapfile -t pids < <(members "$group" "$file")
    [ "${#pids[@]}" -eq 0 ] && break
    kill -s "$signal" "${pids[@]}" 2>/dev/null || true
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      mapfile -t pids < <(members "$group" "$file")
      [ "${#pids[@]}" -eq 0 ] && break
      sleep 0.1
    done
  done
  # A worker that was being forked when its parent was killed may show up only now.
  for round in 1 2 3; do
    mapfile -t pids < <(members "$group" "$file")
    if [ "${#pids[@]}" -ne 0 ]; then kill -s KILL "${pids[@]}" 2>/dev/null || true; fi
    [ "$round" = 3 ] || sleep 0.1
  done
}
