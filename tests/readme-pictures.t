#!/bin/sh
# The pictures in README.md are there, light and dark, small, and the ladder says what the README's
# text says; `sh book/edition/pictures.sh` makes them anew.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
plan 6
folder=$(mktemp -d) heard=$folder/said
trap 'rm -rf "$folder"' EXIT
named=$(grep -o 'book/edition/pictures/[a-z-]*\.[a-z]*' README.md | sort -u)
is 'README names four' test "$(echo "$named" | wc -l)" = 4
is 'which are all that there are' test "$named" = "$(ls -d book/edition/pictures/*)"
is 'none has 150 kB' test -z "$(find book/edition/pictures -size +146k)"

# The ladder's rungs in order: TFLOP/s and per cent.
drawn() { sed 's/></>\n</g' "$1" | sed -n 's/.*>\([0-9.]*\) · \([0-9.]*\) %.*/\1 \2/p' | sort -n; }
written() { sed -n '/<!-- ladder/,/end of ladder/s/^[^c].* \([0-9.]*\) TFLOP.s *\([0-9.]*\) %.*/\1 \2/p' README.md | sort -n; }
same() { # FILE: drawn with three digits and two, written with two decimals and one
    drawn "$1" >"$folder/drawn"
    written | paste -d' ' - "$folder/drawn" >"$folder/said"
    awk 'function near(a, b, part) { return a - b < part * a + .006 && b - a < part * a + .006 }
        NF != 4 || !near($1, $3, .006) || !near($2, $4, .05) { bad = 1 } END { exit bad || !NR }' "$folder/said"
}
is 'the light ladder is that of the text' same book/edition/pictures/ladder-light.svg
is 'and so is the dark one' same book/edition/pictures/ladder-dark.svg
sed 's/>6\.47 ·/>7.47 ·/' book/edition/pictures/ladder-dark.svg >"$folder/other.svg"
noticed() { ! cmp -s "$1" book/edition/pictures/ladder-dark.svg && ! same "$1"; }
is 'another number is noticed' noticed "$folder/other.svg"
