#!/bin/sh
# A large grid is counted by as few blocks as tell all that the rest does.
. "$(dirname "$0")/lens/tap.sh"
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
plan 7
is 'a small grid runs whole' is_counted even 256 "$((8 * 256)) 64 64"
is 'three blocks that do the same stand for all' is_counted even 512 "$((16 * 512)) 256 3"
is 'five where tiles do not divide the product' is_counted even 500 "$((16 * 500)) 256 5"
is 'ten where the three do not do the same' is_counted first 512 "$((17 * 512)) 256 10"
is 'or two of the five' is_counted first 500 "$((17 * 500)) 256 10"
is 'five where the tile is not known' is_counted unknown 512 "$((16 * 512)) 256 5"
is 'a grid of one block is no sample' is_counted first 32x32x100000 '64 1 1'
