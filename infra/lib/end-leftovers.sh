#!/usr/bin/env bash
# end-leftovers.sh DIR: ends every process group that DIR/*.pgid names.
set -euo pipefail
# shellcheck source=infra/lib/leftover.sh
. "$(dirname "$0")/leftover.sh"
for file in "$1"/*.pgid; do
  if [ -e "$file" ]; then
    end_leftover "$file"
    rm -f "$file"
  fi
done
