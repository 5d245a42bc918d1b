# shellcheck shell=bash
# shellcheck disable=SC2034
# Sourced: what the system must bring, by the names of Debian and Ubuntu, and how it is installed without starting a
# daemon. Nothing else in the project names a package. No package name has a PHP version: `php-cli` is the one of the
# system (8.2 on Debian 12, 8.4 on Debian 13).

# nodejs only runs npm: see docs/operations.md.
npm_packages=(ca-certificates curl git nodejs npm)
composer_packages=(composer unzip)
# An image has these, and not what fetched the rest.
infra_packages=(procps supervisor)
php_packages=(nginx php-cli php-fpm php-sqlite3 php-mbstring php-intl php-xml php-curl php-mysql php-apcu)

base_packages=("${npm_packages[@]}" "${infra_packages[@]}")
laravel_packages=("${composer_packages[@]}" "${php_packages[@]}")
real_packages=(mariadb-server)
test_packages=(chromium-headless-shell fonts-dejavu-core shellcheck apache2-utils)
# For examples/python-chat.
python_packages=(python3-aiohttp python3-socketio python3-regex)

# has PROGRAM: servers lie in folders that are not on everybody's PATH.
has() { (PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" && command -v "$1" >/dev/null); }
php_says() { php -r "exit($1 ? 0 : 1);" >/dev/null 2>&1; }

# is_here PACKAGE: looks for what the package brings, so that a program from elsewhere counts too.
is_here() {
  case "$1" in
    ca-certificates) [ -e /etc/ssl/certs/ca-certificates.crt ] ;;
    procps) has ps ;;
    nodejs | npm) has npm && node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' 2>/dev/null ;;
    supervisor) has supervisord ;;
    php-cli) php_says 'PHP_VERSION_ID >= 80200' ;;
    # Debian's php-fpm has the version of its PHP in its name.
    php-fpm) has php-fpm || has "php-fpm$(php -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null)" ;;
    php-sqlite3) php_says "extension_loaded('pdo_sqlite')" ;;
    php-mysql) php_says "extension_loaded('pdo_mysql')" ;;
    php-xml) php_says "extension_loaded('dom')" ;;
    python3-*) /usr/bin/python3 -c "import ${1#python3-}" 2>/dev/null ;;
    php-*) php_says "extension_loaded('${1#php-}')" ;;
    mariadb-server) has mariadbd ;;
    chromium-headless-shell) has chromium-headless-shell || has chromium ;;
    fonts-dejavu-core) [ -d /usr/share/fonts/truetype/dejavu ] ;;
    apache2-utils) has ab ;;
    *) has "$1" ;;
  esac
}

# Prints the packages among the arguments that are missing, one a line.
missing_packages() {
  local name
  for name in "$@"; do
    is_here "$name" || printf '%s\n' "$name"
  done
}

# While a policy-rc.d answers 101, apt starts no daemon; a machine's own policy stays. Ours goes, also after Ctrl-C.
policy=/usr/sbin/policy-rc.d
apt_quietly() {
  local status=0
  trap 'drop_policy; exit 130' INT TERM HUP
  "${sudo[@]}" sh -c "[ -e $policy ] || { printf '#!/bin/sh\n# infra/up\nexit 101\n' >$policy && chmod 755 $policy; }"
  # apt's own user may not enter our temporary folder.
  "${sudo[@]}" env --unset=TMPDIR DEBIAN_FRONTEND=noninteractive apt-get "$@" || status=$?
  drop_policy
  trap - INT TERM HUP
  return "$status"
}
drop_policy() { "${sudo[@]}" sh -c "if grep -qx '# infra/up' $policy 2>/dev/null; then rm $policy; fi"; }

# The command to type, by the way to become root that this machine has.
by_hand() { # NAME...
  local update='apt-get update' install="apt-get install --yes --no-install-recommends $*"
  if [ "$(id -u)" -eq 0 ]; then
    printf '%s && %s' "$update" "$install"
  elif command -v sudo >/dev/null; then
    printf 'sudo %s && sudo %s' "$update" "$install"
  else
    printf "su -c '%s && %s'" "$update" "$install"
  fi
}

# install_packages ASK NAME...: installs what is missing. ASK is `yes` (do not ask) or `ask`.
# Exit 2 where it may not install: prints the one command to type.
install_packages() {
  local ask="$1" missing answer log
  shift
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -eq 0 ] && return 0
  command -v apt-get >/dev/null || fail 2 "this needs ${missing[*]}, and there is no apt-get here: see docs/operations.md"
  sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null || { [ ! -t 0 ] && ! sudo -n true 2>/dev/null; }; then
      fail 2 "these Debian packages are missing, and only root may install them; type
  $(by_hand "${missing[@]}")"
    fi
    sudo=(sudo)
  fi
  say "Missing Debian packages: ${missing[*]}"
  if [ "$ask" = ask ]; then
    if [ ! -t 0 ]; then
      fail 2 "add --yes to install them, or type
  $(by_hand "${missing[@]}")"
    fi
    read -r -p 'Install them with apt now? [Y/n] ' answer || answer=n # Ctrl-D
    case "$answer" in
      '' | [yY] | [yY][eE][sS]) ;;
      *) fail 2 "nothing was installed; to do it yourself type
  $(by_hand "${missing[@]}")" ;;
    esac
  fi
  log="$(mktemp)"
  say "Installing them (no daemon is started) ..."
  if ! { apt_quietly update && apt_quietly install --yes --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    fail 2 "apt failed (all of it: $log); type
  $(by_hand "${missing[@]}")"
  fi
  rm -f "$log"
}
