# Sets what a program may use, then becomes it. A limit the system does not know is left out.
#
#   sh limits.sh <CPU seconds> <bytes per file> <bytes of data> <program> <argument>…
ulimit -c 0 2>/dev/null || :
# The soft limit first: ffmpeg ends in order at it. The hard one is for what does not listen.
ulimit -S -t "$1" 2>/dev/null || :
ulimit -H -t "$(($1 + 2))" 2>/dev/null || :
ulimit -f "$(($2 / 512))" 2>/dev/null || :
ulimit -d "$(($3 / 1024))" 2>/dev/null || :
shift 3
# When memory runs out, this goes first, not the server or its database.
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null || :
exec "$@"
