# shellcheck shell=bash
# shellcheck disable=SC2154
# Sourced: what npm and composer bring, fetched only when the files that name it have changed.

# fetch_once WHAT STAMP COMMAND... : runs COMMAND unless STAMP already holds the checksum read from stdin.
# Two commands of infra/ at once wait for each other. COMMAND inherits the lock, which therefore lasts if this script
# is killed.
fetch_once() {
  local what="$1" stamp="$2" sum log
  shift 2
  sum="$(sha256sum | cut -d' ' -f1)"
  may_write
  mkdir -p "$root/var"
  exec 9>"$root/var/install.lock"
  flock --nonblock 9 || { say "Another command fetches packages here; waiting for its end ..." && flock 9; }
  if [ "$(cat "$stamp" 2>/dev/null)" != "$sum" ]; then
    log="$root/var/install.log"
    say "Fetching $what, once: this may take minutes ..."
    if ! (umask 022 && "$@") >"$log" 2>&1; then
      tail -n 30 "$log" >&2
      fail 1 "\`$1\` failed (all of it: $log)"
    fi
    printf '%s\n' "$sum" >"$stamp"
  fi
  flock -u 9
  exec 9>&-
}

# Packages, settings and stores lie in the project's folder, so it must be one's own.
may_write() {
  local place owner
  for place in "$root" "$root/var" "$root/var/install.lock"; do
    if [ ! -e "$place" ] || [ -w "$place" ]; then continue; fi
    owner="$(stat -c %U "$place")"
    fail 2 "$(id -un) may not write $place, which belongs to $owner: go on as $owner, or use a copy of your own"
  done
}

fetch_npm() {
  cd "$root" || exit
  export ARTILLERY_DISABLE_TELEMETRY=1
  # `npm ci` wipes node_modules first, and so mends what an interrupted one left. Where servers may be running from it,
  # only what differs is changed.
  local how=(ci)
  [ -e node_modules/.fetched ] && how=(install --no-save)
  fetch_once 'npm packages' node_modules/.fetched npm_10 "${how[@]}" --no-fund --no-audit <package-lock.json
}

# Debian's npm 9 cannot read an override that names another package.
npm_10() {
  local npm=(npm)
  [ "$(npm --version | cut -d. -f1)" -ge 10 ] || npm=(npm exec --yes npm@10.9.9 --)
  "${npm[@]}" "$@"
}

# No composer.lock is committed, since it would name one mirror: composer.pins.json has every package's version.
fetch_composer() {
  local laravel="$root/laravel-chat" files pins
  files=("$laravel/composer.json" "$laravel/composer.pins.json" "$laravel"/packages/*/composer.json)
  [ -f "${files[0]}" ] || return 0
  pins="$(node "$root/infra/lib/php-packages.js" constraints)" || fail 1 "${files[1]} cannot be read"
  mapfile -t pins <<<"$pins"
  fetch_once 'PHP packages' "$root/laravel-chat/vendor/.fetched" composer_update "${pins[@]}" < <(cat "${files[@]}")
  # Some archives keep files from everybody but their owner; the chats run as another user than root.
  [ "$(id -u)" -ne 0 ] || chmod -R a+rX "$root/laravel-chat/vendor"
}

composer_update() { # [--with=NAME:VERSION...]
  COMPOSER_ALLOW_SUPERUSER=1 composer update --working-dir="$root/laravel-chat" \
    --no-interaction --no-progress --prefer-dist "$@"
}
