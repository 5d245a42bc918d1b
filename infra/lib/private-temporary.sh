# shellcheck shell=bash
# Sourced by the commands of infra/, contract/ and load/: temporary files go to a folder that is the caller's alone.
# npm, ESLint and Pint run files under predictable names in the temporary folder; another user could plant them.

# private_temporary ROOT: TMPDIR becomes ROOT/var/.tmp-UID, mode 700. Where ROOT belongs to somebody else TMPDIR stays.
private_temporary() {
  local folder="$1/var/.tmp-$EUID" elsewhere=
  export NODE_DISABLE_COMPILE_CACHE=1
  (umask 022 && command -p mkdir -p "$1/var") 2>/dev/null || return 0
  if [ ! -e "$folder" ] && [ ! -L "$folder" ]; then
    (umask 077 && command -p mkdir "$folder") 2>/dev/null || [ -d "$folder" ] || return 0
  fi
  if [ -L "$folder" ] || [ ! -d "$folder" ] || [ ! -O "$folder" ]; then
    printf '%s: %s is no folder of your own: remove it\n' "${0##*/}" "$folder" >&2
    exit 2
  fi
  command -p chmod 700 "$folder"
  # Chromium's sockets lie 45 bytes below it, and Linux takes 107. A shorter name that nobody can foresee, made once:
  if [ "${#folder}" -gt 60 ]; then
    [ ! -f "$folder/elsewhere" ] || read -r elsewhere <"$folder/elsewhere"
    if [ -z "$elsewhere" ] || [ -L "$elsewhere" ] || [ ! -d "$elsewhere" ] || [ ! -O "$elsewhere" ]; then
      elsewhere="$(command -p mktemp -d /tmp/chat-XXXXXXXXXX)"
      printf '%s\n' "$elsewhere" >"$folder/elsewhere"
    fi
    folder="$elsewhere"
  fi
  export TMPDIR="$folder"
}
