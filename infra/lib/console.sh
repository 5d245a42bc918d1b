# shellcheck shell=bash
# Sourced by the commands of infra/: where the project is, and how to speak to a person.
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
PATH="$root/node_modules/.bin:$PATH"
export PATH

# Whoever asks for help gets it, also on a machine that has nothing yet.
for word in "$@"; do
  case "$word" in -h | --help)
    cat "$root/infra/lib/usage/$(basename "$0").txt"
    exit 0
    ;;
  esac
done

say() { printf '%s\n' "$*" >&2; }
fail() { # STATUS TEXT
  local status="$1"
  shift
  say "$(basename "$0"): $*"
  exit "$status"
}
