#!/bin/sh
# verify tries every alpha with every beta where it matters, and a product at every size, in few runs.
. "$(dirname "$0")/lib/lens.sh"
lens tests/sweep
tried() { build/lens/tests/sweep "$@" --kernel tried; }
tried verify 2>"$scratch/all" >"$scratch/said"
tried verify --size 7x8x9 2>"$scratch/asked" >/dev/null
tried verify --size 1x1x100000 2>"$scratch/deep" >/dev/null
tried verify --size 1x20000x16 2>"$scratch/wide" >/dev/null
pairs() { # SIZE FILE: how many pairs of scalars it met
    grep "^$1 " "$scratch/$2" | sort -u | wc -l
}
sizes=$(cut -d' ' -f1 "$scratch/all" | sort -u | wc -l)

plan 10
for size in 1x1x1 5x7x0 31x37x23 129x129x16; do
    is "$size meets all nine pairs" [ "$(pairs $size all)" = 9 ]
done
is 'each size has a product' [ "$(grep -v ' 0 [^ ]*$' "$scratch/all" | cut -d' ' -f1 | sort -u | wc -l)" = "$sizes" ]
is 'each beta is met at the edges of a tile' \
    [ "$(grep '^12[789]x12[789]x' "$scratch/all" | grep -v '^129x129x' | cut -d' ' -f3 | sort -u | wc -l)" = 3 ]
is 'a kernel has at most 60 runs' grep -q '^tried *\([1-5][0-9]\|60\) small products are right$' "$scratch/said"
is 'a size that is asked for meets all inputs with all pairs' \
    [ "$(pairs 7x8x9 asked) $(grep -c . "$scratch/asked")" = '9 27' ]
is 'one on which a tile takes too long meets as many as there is time for' \
    [ "$(pairs 1x20000x16 wide) $(grep -c . "$scratch/wide")" = '9 9' ]
is 'and one at least, which reads and scales all that there is' \
    [ "$(cat "$scratch/deep")" = '1x1x100000 -0.5 -0.5' ]
