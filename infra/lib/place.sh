# shellcheck shell=bash
# shellcheck disable=SC2154
# Sourced: whether the chats can run from where the project lies. It is asked before anything is fetched.

# Linux' sockaddr_un holds 107 bytes; the supervisor adds its pid to the name for a moment.
socket_path_max=96

misread="[[:space:]'\"%;{}\\\$]"

# fit_path FOLDER: ends the command where an instance cannot live in that folder.
fit_path() {
  local folder="$1" socket="$1/run/supervisor.sock" LC_ALL=C
  [[ ! "$folder" =~ $misread ]] ||
    fail 1 "The project's path ($folder) holds a character that nginx, supervisor or MariaDB would misread: move it."
  [ "${#socket}" -le "$socket_path_max" ] || fail 1 \
    "$socket is too long a name for a socket ($socket_path_max bytes at most): move the project to a shorter path."
}

# closed_to UID GID: prints what of the project this user may not read.
closed_to() {
  local file
  for file in package.json contract/contract.json web/index.html infra/lib/part.sh; do
    setpriv --reuid "$1" --regid "$2" --clear-groups test -r "$root/$file" || {
      printf '%s' "$root/$file"
      return
    }
  done
}

# Where a closed project is cloned to.
open_place="/opt/${root##*/}"

# git refuses root another user's project. `infra/up` runs what is in it as root anyway.
trusting_git=(git -c 'safe.directory=*')

# Whether the clone that `open_project` makes is there.
has_clone() { [ -O "$open_place/.git" ] && [ "$(git -C "$open_place" config remote.origin.url)" = "$root" ]; }

# clone_commit: clones the commit that is checked out here, or brings the clone to it. Everybody may read the clone.
clone_commit() (
  umask 022
  local serve="${trusting_git[*]} upload-pack"
  if has_clone; then
    git -C "$open_place" fetch --quiet --upload-pack "$serve" origin HEAD &&
      git -C "$open_place" checkout --quiet --detach FETCH_HEAD
  else
    "${trusting_git[@]}" clone --quiet --no-hardlinks --upload-pack "$serve" "$root" "$open_place"
  fi
)

# open_project ASK INSTANCE WORD...: returns where the user that the chats run as may read the project. Otherwise it
# becomes `infra/up WORD...` of a clone that everybody may read. ASK is `yes` (do not ask) or `ask`. With CHAT_NO_CLONE
# it fails instead: load commands look for their instance in the folder that they were started from.
open_project() {
  local ask="$1" uid gid file answer what edited
  [ "$(id -u)" -eq 0 ] || return 0
  uid="$(stat -c %u "$root/var/$2" 2>/dev/null || printf 0)"
  shift 2
  [ "$uid" -ne 0 ] || uid="$(id -u chat-twins 2>/dev/null || printf 65534)" # 65534: nobody
  gid="$(id -g "$uid" 2>/dev/null || printf '%s' "$uid")"
  file="$(closed_to "$uid" "$gid")"
  [ -n "$file" ] || return 0
  what="The chats run as a user of their own, who may not read $file."
  local ways="One of these helps:
  - a clone that everybody may read:  git clone $root $open_place && cd $open_place && infra/up${*:+ $*}
  - an ordinary user, in a folder of theirs
  - infra/up --as-root: then whoever breaks into a chat is root"
  if [ ! -e "$root/.git" ] || [ "$root" = "$open_place" ] || [ -n "${CHAT_NO_CLONE:-}" ]; then fail 2 "$what $ways"; fi
  if has_clone; then
    edited="$(git -C "$open_place" status --porcelain)"
    [ -z "$edited" ] || fail 2 "$open_place is a clone of this project, and somebody changed it:
$edited
Put that aside:  git -C $open_place stash --include-untracked"
  else
    [ ! -e "$open_place" ] || fail 2 "$what $ways
$open_place is there already: take another name."
    if [ "$ask" = ask ]; then
      [ -t 0 ] || fail 2 "$what With --yes the project is cloned to $open_place, and they run from there. $ways"
      say "$what"
      read -r -p "Clone the project to $open_place and start them there? [Y/n] " answer || answer=n # Ctrl-D
      case "$answer" in '' | [yY] | [yY][eE][sS]) ;; *) fail 2 "nothing was done. $ways" ;; esac
    fi
  fi
  clone_commit || fail 2 "$what $ways"
  [ -z "$("${trusting_git[@]}" -C "$root" status --porcelain)" ] ||
    say "What is not committed here is not in the clone."
  say "The chats run from $open_place, a clone of this project that everybody may read."
  export CHAT_CLONE_OF="$root" # told once they are up
  exec "$open_place/infra/up" "$@"
}
