#!/usr/bin/env bash
# Laravel Reverb as a server of one channel: reverb.sh PORT
# Messages are published by its HTTP API and go to WebSocket subscribers. No database, no users, no ids.
set -euo pipefail
[ -f var/reverb/artisan ] || {
  echo 'Install it by: composer create-project laravel/laravel var/reverb' >&2
  echo 'and: composer --working-dir=var/reverb require laravel/reverb' >&2
  exit 1
}
export REVERB_APP_ID=bench REVERB_APP_KEY=bench REVERB_APP_SECRET=bench-secret
exec php var/reverb/artisan reverb:start --host=127.0.0.1 --port="$1"
