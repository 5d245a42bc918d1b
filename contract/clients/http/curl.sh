#!/usr/bin/env bash
# contract/clients/http/curl.sh URL TEXT: logs in, sends a message and reads it, without a socket
set -euo pipefail
url="$1" text="$2"
ask() { curl --silent --show-error --fail-with-body "$@"; }
json='Content-Type: application/json'
login="{\"login\": \"curl-$RANDOM$RANDOM\", \"password\": \"open sesame\", \"token\": true}"
token="$(ask -H "$json" "$url/login" -d "$login" | sed -E 's/.*"token":"([^"]+)".*/\1/')"
me="Authorization: Bearer $token"
sent="$(ask -H "$me" -H "$json" "$url/messages" -d "{\"text\": \"$text\", \"clientId\": \"$RANDOM$RANDOM\"}")"
id="$(sed -E 's/.*"id":([0-9]+).*/\1/' <<<"$sent")"
ask -H "$me" "$url/messages?after=$((id - 1))&limit=1"
