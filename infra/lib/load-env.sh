# shellcheck shell=bash
# Sourced: reads settings and never runs them, since another user may have written the file.

# load_env FILE [NAME...]: exports what its lines NAME='value' say; where names are given, those alone.
load_env() {
  local file="$1" line name value
  shift
  while IFS= read -r line; do
    [[ "$line" =~ ^([A-Z][A-Z0-9_]*)=\'([^\']*)\'$ ]] || continue
    name="${BASH_REMATCH[1]}" value="${BASH_REMATCH[2]}"
    if [ $# -eq 0 ] || [[ " $* " == *" $name "* ]]; then export "$name=$value"; fi
  done <"$file"
}

# load_keys FILE: of var/NAME/env the keys, whatever else it holds.
load_keys() {
  load_env "$1" PUSHER_APP_ID PUSHER_APP_KEY PUSHER_APP_SECRET DB_PASSWORD
}
