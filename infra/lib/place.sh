# shellcheck shell=bash
# shellcheck disable=SC2154
# Sourced: whether the chats can run where the project lies. Asked before anything is fetched.

# fit_path INSTANCE: Linux takes 107 bytes for a socket's name, and supervisor adds its pid for a moment.
fit_path() {
  local socket="$root/var/$1/run/supervisor.sock" LC_ALL=C
  if [ "${#socket}" -gt 96 ] || [[ "$socket" =~ [^A-Za-z0-9_./+@-] ]]; then
    fail 1 "$socket is no name for a socket: move the project to a shorter path of plain letters."
  fi
}

# open_to_service: the chats of root run as a user of their own.
open_to_service() {
  [ "$(id -u)" -eq 0 ] || return 0
  setpriv --reuid 65534 --regid 65534 --clear-groups test -r "$root/package.json" -a -r "$root/infra/lib/up.js" && return 0
  fail 2 "nothing here runs as root, and no other user may enter $root. Type
  git clone $root /opt/${root##*/}
  cd /opt/${root##*/} && infra/$(basename "$0")"
}
