#!/bin/sh
# A header is included by no room of code/ but those that code/bench/program.h lets.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d) heard=$scratch/said
trap 'rm -rf "$scratch"' EXIT

strays() { # FOLDER: a line for each include below it that no rule lets
    (cd "$1" && find . -name '*.[ch]' -o -name '*.cu') | sed 's|^\./||' | while read -r file; do
        sed -n "s|^#include \"\(.*\)\".*|$file \1|p" "$1/$file"
    done | awk '
        function room(path) { return sub(/\/[^\/]*$/, "", path) ? path : "chapter" }
        FNR == NR { if (/^ \*     [a-z\/]+:/) { sub(/:/, ""); for (i = 3; i <= NF; ++i) lets[$2, $i]; lets[$2]; next } next }
        { of = room($1); sub(/^lens\/.*/, "lens", of); to = room($2)
          if ($2 !~ /\// || $2 ~ /^\.\.\// || to == of || (of, $2) in lets || (of, to "/") in lets) next
          print $1 " includes " $2 }
    ' code/bench/program.h -
}
none() { strays "$1" >"$scratch/said"; [ ! -s "$scratch/said" ]; }
one() { strays "$scratch/code" >"$scratch/said"; [ "$(cat "$scratch/said")" = "$1" ]; }

plan 3
is 'every include is one that the rooms let' none code
mkdir -p "$scratch/code/bench" "$scratch/code/lens/cuda" || exit 1
echo '#include "lens/lens.h"' >"$scratch/code/bench/main.c"
is 'the bench may not know the lens' one 'bench/main.c includes lens/lens.h'
echo '#include "bench/gpu/stage.h"' >"$scratch/code/bench/main.c"
echo '#include "lens/lens.h"' >"$scratch/code/lens/cuda/mma.h"
is 'nor what needs a card' one 'bench/main.c includes bench/gpu/stage.h'
