#!/usr/bin/env bash
# Checks every shell script of the project: those with a shell's first line, and those that are sourced.
set -euo pipefail
mapfile -t scripts < <(git ls-files -co --exclude-standard | while read -r file; do
  if [[ "$file" == *.sh ]] || { [ -f "$file" ] && head -c 64 "$file" | head -n 1 | grep -qaE '^#!.*\b(ba)?sh$'; }; then printf '%s\n' "$file"; fi
done)
shellcheck -x "${scripts[@]}"
