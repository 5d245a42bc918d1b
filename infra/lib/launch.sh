# shellcheck shell=bash
# The commands that are written in JavaScript source this file.

# launch FILE WORD...: becomes FILE, named from the project's root, on the Node.js that npm brought. A machine's own is
# often too old (Debian 12: 18).
launch() {
  local root node
  root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
  node="$root/node_modules/.bin/node"
  if [ ! -x "$node" ]; then
    printf '%s: its npm packages are not here yet. Type one of these:\n  %s/infra/up\n  (cd %q && npm ci)\n' \
      "${0##*/}" "$root" "$root" >&2
    exit 2
  fi
  exec "$node" "$root/$1" "${@:2}"
}
