# shellcheck shell=bash
# shellcheck disable=SC2034
# Sourced: what Debian must bring, and how it is installed without starting a single daemon.

# nodejs only runs npm: see docs/operations.md.
base_packages=(ca-certificates curl git procps nodejs npm supervisor)
laravel_packages=(composer unzip php8.2-cli php8.2-sqlite3 php8.2-mbstring php8.2-intl php8.2-xml php8.2-curl php8.2-mysql php8.2-fpm nginx libnginx-mod-http-lua)
real_packages=(mariadb-server)
test_packages=(chromium-headless-shell fonts-dejavu-core shellcheck apache2-utils)
# For load/bench fanout --stock alone: load/stock/install.
stock_packages=(nginx libnginx-mod-nchan mosquitto)

installed() { dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# A machine with a Node.js of its own that runs npm needs Debian's (18) not.
brings_node() {
  command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' 2>/dev/null
}

# Prints the packages among the arguments that are missing, one a line.
missing_packages() {
  local name
  for name in "$@"; do
    case "$name" in nodejs | npm) brings_node && continue ;; esac
    case "$name" in composer) command -v composer >/dev/null && continue ;; esac
    installed "$name" || printf '%s\n' "$name"
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

# What a person types who may become root in the way that this machine has.
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
