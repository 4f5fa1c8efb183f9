#!/bin/sh
# Counts and traces are of today's programs: each carries the hash of its source.
. "$(dirname "$0")/lib/lens.sh"

# fresh RECORD: the hash that it carries is that of the program that it names.
fresh() {
    program=$(sed -n 's/^# program: //p' "$1")
    carried=$(sed -n 's/^# source-sha256: //p' "$1")
    [ -f "$program" ] && [ "$carried" = "$(code/tools/hash.sh "$program")" ] && return
    echo "# $1 is stale: $program has changed since; make lens" \
        "C=$(basename "$program" .cu) counts it again"
    return 1
}
stale() { ! fresh "$1" >"$scratch/said"; }

records=$(find data/lens -type f | sort)
plan $(($(echo "$records" | wc -l) + 2))
for record in $records; do
    is "$record is of today's program" fresh "$record"
done
sed 's/^\(# source-sha256: \)./\1_/' data/lens/naive.csv >"$scratch/stale.csv"
is 'a stale one is noticed' stale "$scratch/stale.csv"
is 'and named' grep -q 'stale.csv is stale: code/naive.cu .* make lens C=naive' "$scratch/said"
