# Builds a root with only the system's libraries, the named files and one writable folder, and runs the program in it
# without privileges. Runs as the first process of its own user, mount, process and network namespaces (see jail.ts).
#
#   sh jail.sh <empty folder> <most processes> <filter of system calls or -> <writable folder> <readable>… -- <program> …
set -eu
# A failure before the program starts must not look like one of the program.
trap 'echo "jail: could not be built" >&2; exit 125' EXIT
root=$1
processes=$2
filter=$3
writable=$4
shift 4

# Mounts a path at the same place inside as outside, so the program's arguments need no translation.
show() { # path, options
  if [ -d "$1" ]; then
    [ -d "$root$1" ] || mkdir -p "$root$1"
    mount --rbind "$1" "$root$1"
  else
    [ -d "$root${1%/*}" ] || mkdir -p "$root${1%/*}"
    : > "$root$1"
    mount --bind "$1" "$root$1"
  fi
  # A mount that is noexec outside may only be remounted with noexec.
  mount -o "remount,bind,nosuid,nodev,$2" "$root$1" 2>/dev/null || mount -o "remount,bind,nosuid,nodev,$2,noexec" "$root$1"
}

# Forbid further namespaces: they expose more of the kernel to an attacker.
echo 0 > /proc/sys/user/max_user_namespaces

mount -t tmpfs -o size=1m,nr_inodes=500,mode=755 jail "$root"
cd "$root"
# All folders at once: each program that is started here takes a millisecond, in every step of every file.
folders=
places=
links=
for folder in /usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /lib /lib32 /lib64 /nix/store; do
  if [ -L "$folder" ]; then
    links="$links $folder"
  elif [ -d "$folder" ]; then
    folders="$folders $folder"
    places="$places .$folder"
  fi
done
mkdir -p .old dev proc etc usr $places
for folder in $folders; do
  show "$folder" ro
done
for link in $links; do
  cp -P "$link" ".$link"
done
[ ! -e /etc/ld.so.cache ] || show /etc/ld.so.cache ro
while [ "$1" != -- ]; do
  # Some are in a folder that is mounted already.
  [ "$root$1" -ef "$1" ] || show "$1" ro
  shift
done
shift
show "$writable" noexec
for tool in setpriv umount; do
  : > "$root/.$tool"
  mount --bind "$(command -v $tool)" "$root/.$tool"
done
if [ "$filter" != - ]; then
  : > "$root/.filter"
  mount --bind "$filter" "$root/.filter"
fi
: > "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount --rbind /proc "$root/proc"

cd "$root"
pivot_root . .old
cd "$writable"
/.umount -l /.old /proc
ulimit -u "$processes" 2>/dev/null || ulimit -p "$processes" 2>/dev/null || :
[ "$filter" = - ] || set -- --seccomp-filter /.filter -- "$@"
[ "$filter" != - ] || set -- -- "$@"
exec /.setpriv --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
