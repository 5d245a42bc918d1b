# shellcheck shell=bash
# Sourced by infra/ctl and infra/down: takes --instance NAME off their arguments, as name.
name=dev
if [ "${1-}" = --instance ]; then
  name="${2-}"
  shift "$(($# > 1 ? 2 : 1))"
fi
if [[ ! "$name" =~ ^[a-z0-9][a-z0-9-]*$ ]]; then
  echo '--instance takes letters, digits and -' >&2
  exit 2
fi
