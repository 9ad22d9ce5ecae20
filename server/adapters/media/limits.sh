# Sets resource limits, then executes a program. Limits that the system does not support are skipped.
#
#   sh limits.sh <CPU seconds> <bytes per file> <bytes of data> <nice> <program> <argument>…
ulimit -c 0 2>/dev/null || :
# At the soft limit ffmpeg ends cleanly; at the hard limit any program is killed.
ulimit -S -t "$1" 2>/dev/null || :
ulimit -H -t "$(($1 + 2))" 2>/dev/null || :
ulimit -f "$(($2 / 512))" 2>/dev/null || :
ulimit -d "$(($3 / 1024))" 2>/dev/null || :
# When memory runs out, the kernel kills this program first, not the server or its database.
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null || :
# Without groups of its own, Linux gives each session the same share of a processor, and `nice` counts only inside of one.
{ echo "$4" > /proc/self/autogroup; } 2>/dev/null || :
shift 4
# A program that cannot be started must not look like one that failed.
trap 'echo "jail: could not be started" >&2; exit 125' EXIT
exec "$@"
