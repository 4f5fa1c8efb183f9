#!/bin/sh
# What a kernel that stands in a header does, the lens tells at the header's lines: counts, traces and mistakes.
. "$(dirname "$0")/lib/lens.sh"
lens tests/placed
placed=build/lens/tests/placed

line() { grep -nF "$1" "tests/lens/${2:-placed.h}" | head -n 1 | cut -d: -f1; }
rows() { # KERNEL FILE HEAD: its rows, each with the text of its line of FILE, which stands behind HEAD
    $placed count --kernel "$1" --out - | grep '^[^#k]' |
        while IFS=, read -r _ m n k at rest; do
            case $at in
            total) ;;
            "$3"[0-9]*) at=$(sed -n "${at#"$3"}s/^ *//p" "tests/lens/$2") ;;
            *) at="not of $2" ;;
            esac
            echo "$m $n $k $rest $at"
        done | sort
}
alike() {
    rows in_program placed.cu '' >"$scratch/program"
    rows in_header placed.h tests/lens/placed.h: >"$scratch/header"
    [ "$(grep -c '// ' "$scratch/header")" -ge 8 ] && diff "$scratch/program" "$scratch/header" >&2
}
traced() {
    $placed count --kernel in_header --trace "$(line '// brings A')" >"$scratch/trace" &&
        [ "$(cut -f 2 "$scratch/trace" | sort -u)" = "$(printf '%s\nline' "$(line '// brings A')")" ]
}
told() { # KERNEL KIND TEXT SENTENCE: at the line with the text
    $placed count --kernel "$1" --out "$scratch/$1.csv" 2>"$scratch/said"
    grep -q "^placed: $2: tests/lens/placed.h:$(line "$3"): $4" "$scratch/said" && return
    sed 's/^/# /' "$scratch/said"
    return 1
}

plan 8
is 'it is right' "$placed" verify --kernel in_header
is 'it counts what its twin in the program counts, line by line' alike
is 'its lines can be traced' traced
is 'a race is told at its line, and so is the store before' told no_first race '// multiplies' \
    "in_header<false>, .* loads As\[0\], which thread .* stores at line $(line '// brings A') with no barrier between"
is 'a barrier to which half of the threads come' told half_meets 'divergent barrier' '// half meets' 'half_meets, .* waits at a barrier, but thread .* has left the kernel'
is 'lanes that meet' told asks_beside 'divergent warp' '// asks' 'asks_beside, .* calls __shfl_sync with a mask that leaves itself out'
is 'an index beyond an array' told beyond_array 'out of bounds' '// beyond' 'beyond_array, .* takes element 8 of an array'
is 'and both sides of a deadlock' told deadlock endless '// waits for others' \
    "deadlock, .* waits at barrier 1 for 64 threads, of which 32 come; thread (32,0,0) waits at line $(line '// which wait here') at barrier 2"
