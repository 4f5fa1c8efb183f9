#!/bin/sh
# `make lens` anywhere makes the committed counts and traces, byte for byte, and no others.
. "$(dirname "$0")/lib/lens.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES C

lens tests/products
build/lens/tests/products count --out "$scratch/once.csv"
build/lens/tests/products count --out "$scratch/twice.csv"
${MAKE:-make} -s lens DATA="$scratch/data" >"$scratch/said" 2>&1 || sed 's/^/# /' "$scratch/said"
records=$( (cd data && find lens -type f; cd "$scratch/data" && find lens -type f) | sort -u)
plan $(($(echo "$records" | wc -l) + 1))
is 'counting twice gives the same bytes' \
    cmp -s "$scratch/once.csv" "$scratch/twice.csv"
for record in $records; do
    is "$record is what anyone counts" cmp "data/$record" "$scratch/data/$record"
done
