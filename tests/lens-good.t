#!/bin/sh
# Kernels that are right, but unusual, are accepted: each is verified and counted.
. "$(dirname "$0")/lens/tap.sh"
lens judged/good/forms
forms=build/lens/judged/good/forms
accepted() {
    $forms verify --kernel "$1" >"$scratch/out" 2>"$scratch/said" &&
        grep -q '58 small products are right' "$scratch/out" &&
        $forms count --kernel "$1" --size 64 --out "$scratch/counts" 2>>"$scratch/said" &&
        grep -q '^'"$1"',64,64,64,total,global,load,all,[1-9]' "$scratch/counts" && return
    sed 's/^/# /' "$scratch/said"
    return 1
}
all=$($forms list)
plan "$(echo "$all" | wc -l)"
for kernel in $all; do is "$kernel" accepted "$kernel"; done
