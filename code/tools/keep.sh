#!/bin/sh
# keep.sh STEM FOLDER FILE: writes standard input as a record of this card,
# data/<device>/FOLDER/FILE, whole or not at all: the head that build/bin/STEM
# gives, today's date, the lines, and their count. FOLDER is `transcripts`, or
# `counters`, where the first line names the columns and does not count. An
# empty input is kept nowhere.
# keep.sh STEM FOLDER only makes the folder, so that a record that could not be
# written is refused before the work. Exit 2 when it cannot.
set -eu
export LC_ALL=C.UTF-8
program=build/bin/$1
device=$("$program" device) || exit 2
sh code/tools/writable.sh "data/$device/$2" && mkdir -p "data/$device/$2" || exit 2
[ $# -eq 3 ] || exit 0
path=data/$device/$2/$3

case $2 in
counters) kind=counters what=rows named=1 ;;
*) kind=transcript what=lines named=0 ;;
esac
head=$("$program" head) || exit 2
trap 'rm -f "$path.tmp"' EXIT
trap 'exit 2' HUP INT TERM
{
    printf '%s\n' "$head" | sed "s/^# kind: .*/# kind: $kind/" &&
        date -u '+# date: %Y-%m-%dT%H:%M:%SZ' &&
        awk -v what="$what" -v named="$named" '
            { print }
            END {
                if (NR <= named) exit 1
                print "# end: " NR - named " " what
            }'
} >"$path.tmp" && mv "$path.tmp" "$path" || {
    echo "$1: cannot keep $path" >&2
    exit 2
}
