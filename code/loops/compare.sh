#!/bin/sh
# compare.sh FILE DATA CARD STEM...: what DATA/loops says of each kernel, beside what CARD
# took for it, as a record: whole, or not at all.
set -eu
export LC_ALL=C.UTF-8
file=$1 data=$2 card=$3
shift 3
set -- $(for stem; do
    echo "$data/loops/$stem.csv"
    for record in "$data/$card/$stem.csv" "$data/$card/$stem-ceilings.csv"; do
        [ ! -e "$record" ] || echo "$record"
    done
done)
trap 'rm -f "$file.tmp"' EXIT
awk -v columns="$(awk -v kind=correlation -f code/bench/columns.awk data/columns.tsv)" \
    -f code/loops/compare.awk "$@" >"$file.tmp"
mv "$file.tmp" "$file"
