#!/usr/bin/env bash
# Checks every shell script of the project: those with a shell's first line, and those that are sourced.
set -euo pipefail
folders=(--exclude-dir={.git,node_modules,vendor,var})
mapfile -t scripts < <(
  grep -rIlE "${folders[@]}" --exclude='*.*' '^#!.*\b(ba)?sh$' .ci ./*
  grep -rIl "${folders[@]}" --include='*.sh' '' .
)
shellcheck -x "${scripts[@]}"
