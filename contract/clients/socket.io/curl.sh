#!/usr/bin/env bash
# contract/clients/socket.io/curl.sh URL TEXT: Socket.IO by long-polling
set -euo pipefail
url="$1" text="$2"
ask() { curl --silent --show-error --fail-with-body "$@"; }
login="{\"login\": \"curl-$RANDOM$RANDOM\", \"password\": \"open sesame\", \"token\": true}"
token="$(ask -H 'Content-Type: application/json' "$url/login" -d "$login" | sed -E 's/.*"token":"([^"]+)".*/\1/')"
poll="$url/socket.io/?EIO=4&transport=polling"
poll="$poll&sid=$(ask "$poll" | sed 's/.*"sid":"\([^"]*\)".*/\1/')"
ask "$poll" -d "40{\"token\":\"$token\"}" # asks to join
sent="421[\"message\",{\"text\":\"$text\",\"clientId\":\"$RANDOM$RANDOM\"}]"
ask "$poll" -d "$sent"
until [[ "${events:-}" == *\"messages\"*"$text"* ]]; do
  events="$(ask "$poll")"
  tr '\036' '\n' <<<"$events" # between two packets
done
