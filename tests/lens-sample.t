#!/bin/sh
# A large grid is counted by as few blocks as tell all that the rest does.
. "$(dirname "$0")/lib/lens.sh"
lens tests/uneven

# counted KERNEL SIZE: requests of its loads, of how many blocks, by how many that ran
counted() {
    build/lens/tests/uneven count --kernel "$1" --size "$2" |
        awk -F, '$5 == "total" && $6 == "global" && $7 == "load" { print $9, $18, $19 }'
}
is_counted() { # KERNEL SIZE ANSWER
    answer=$(counted "$1" "$2")
    [ "$answer" = "$3" ] || { echo "# $answer"; return 1; }
}

# A warp is 32 columns of a row: N / 32 loads in each of M rows, and one more in each of them
# when the first column of blocks does more.
plan 17
is 'a small grid runs whole' is_counted even 256 "$((8 * 256)) 64 64"
is 'three blocks that do the same stand for all' is_counted even 512 "$((16 * 512)) 256 3"
is 'five where tiles do not divide the product' is_counted even 500 "$((16 * 500)) 256 5"
is 'ten where the three do not do the same' is_counted first 512 "$((17 * 512)) 256 10"
is 'or two of the five' is_counted first 500 "$((17 * 500)) 256 10"
is 'five where the tile is not known' is_counted unknown 512 "$((16 * 512)) 256 5"
is 'a grid of one block is no sample' is_counted first 32x32x100000 '64 1 1'

# A block that would make more multiply-adds than a tile of 128 x 256 at K = 4096 is not run.
few() { build/lens/tests/uneven count --kernel "$@" >"$scratch/out" 2>"$scratch/said"; }
told() { # SIZE [KERNEL BLOCKS]: the sentence of that size
    grep -qx "uneven: ${2-few} at $1x$1x$1 is left out: it has ${3-2} blocks make all of the product, too much in each to be sampled" "$scratch/said"
}
is 'two blocks that do all of a product run' is_counted few 512 "$((512 * 512 / 32)) 2 2"
few few --data "$scratch"
is 'of a large one they would not end, and the record does without' \
    [ "$?,$(awk -F, '$1 == "few" && $5 == "total" && $6 == "all" { print $2 }' "$scratch/lens/uneven.csv")" = 0,128 ]
is 'says why' told 4092
is 'for each size' told 4096
few few --size 2048
is 'and cannot do without what is asked for' [ "$?,$(wc -l <"$scratch/said"),$(told 2048 && echo told)" = 2,1,told ]
is 'tiles of 128 x 256 are sampled' is_counted large 4096 "$((4096 * 4096 / 32)) 512 3"
few too-large --size 4096
is 'larger ones are not' told 4096 too-large 256
is 'nor blocks of which nothing is known, if they make more than half as much' \
    is_counted enough 4096 "$((4096 * 4096 / 32)) 1024 10"
few too-few --size 4096
is 'and say so' told 4096 too-few 1023
is 'one block may do something else' is_counted cleared 2048 "$((64 * 2048)) 4097 4"
