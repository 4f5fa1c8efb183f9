#!/bin/sh
# exhaustive times everybody, search no more than its budget, both is the two together.
. "$(dirname "$0")/lib/tune.sh"
fake_tuner
export TIMED=$scratch/timed
tune() {
    rm -rf data "$TIMED"
    "$scratch/tune" warptiling --size 4096 --data data "$@" >"$scratch/said" 2>&1
}
timed() { [ "$(grep -c ' 3$' "$TIMED")" -eq "$1" ]; }
winner() { # NUMBER TEXT: a cell of the winner's row
    [ "$(tail -n 2 data/made-up/warptiling-winners.csv | head -n 1 | cut -d, -f"$1")" = "$2" ]
}

plan 16
is 'exhaustive' tune --mode exhaustive
is 'everybody is timed' timed 382
is 'no search is recorded' [ ! -e data/made-up/warptiling-search.csv ]
is 'nor found' winner 19-21 ,,
best=$(tail -n 2 data/made-up/warptiling-winners.csv | head -n 1 | cut -d, -f16)
is 'search' tune --mode search
is 'a tenth is timed' timed 38
is 'its runs are all the runs' winner 18,21 38,38
is 'it finds a winner' grep -q '^4096,4096,4096,[0-9]*x' data/made-up/warptiling-winners.csv
is 'a budget of 20' tune --mode search --budget 20
is 'is kept' timed 20
is 'both' tune --mode both
is 'times everybody once' timed 382
is 'and the best is the best' winner 16 "$best"
rm -rf data "$TIMED"
one() { "$scratch/tune" warptiling --size 512 --mode exhaustive --config 128x128x16-32x64-8x8 >"$scratch/said" 2>&1; }
is 'one configuration that is named' one
is 'is timed alone' timed 1
is 'and nothing is recorded' [ ! -e data ]
