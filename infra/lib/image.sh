#!/usr/bin/env bash
# image.sh install LIST... | fetch_npm [FLAG...] | fetch_composer [FLAG...]
# The Containerfile calls it: it does to an image what infra/up does to a machine before it starts the chats.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=infra/lib/console.sh
. ./console.sh
# shellcheck source=infra/lib/packages.sh
. ./packages.sh
# shellcheck source=infra/lib/dependencies.sh
. ./dependencies.sh

# install LIST...: `php` is php_packages.
install() {
  local list names=()
  for list in "$@"; do
    local -n packages="${list}_packages"
    names+=("${packages[@]}")
  done
  install_packages yes "${names[@]}"
  rm -rf /var/lib/apt/lists/* "$TMPDIR"
}

"$@"
