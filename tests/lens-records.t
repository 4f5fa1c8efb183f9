#!/bin/sh
# The committed counts are reproduced byte for byte.
. "$(dirname "$0")/lens/tap.sh"

records=$(ls data/lens/*.csv 2>/dev/null)
plan $(($(echo "$records" | grep -c .) + 1))
lens tests/products
build/lens/tests/products count --out "$scratch/once.csv"
build/lens/tests/products count --out "$scratch/twice.csv"
is 'counting twice gives the same bytes' \
    cmp -s "$scratch/once.csv" "$scratch/twice.csv"
for record in $records; do
    stem=$(basename "$record" .csv)
    lens "$stem"
    build/lens/"$stem" count --out "$scratch/$stem.csv"
    is "$record is what anyone counts" cmp -s "$record" "$scratch/$stem.csv"
done
