#!/bin/sh
# A kernel's name means one kernel in the whole book: no two programs have it in their tables. Only the name
# of a type may stand in several: there it is the chapter's own kernel for elements of this type.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d) heard=$scratch/said
trap 'rm -rf "$scratch"' EXIT

twice() { # FOLDER: a line for each name that a second table in it has
    awk '/^#/ { next }
        FILENAME != file { file = stem = FILENAME; gsub(/.*\/|\.txt$/, "", stem) }
        $1 == "bf16" || $1 == "tf32" { next }
        $1 in of { print $1 " is a kernel of " of[$1] " and of " stem }
        { of[$1] = stem }' "$1"/*.txt
}
none() { twice "$1" >"$scratch/said"; [ ! -s "$scratch/said" ]; }
told() { twice "$scratch" >"$scratch/said"; [ "$(cat "$scratch/said")" = "$1" ]; }

plan 2
is 'no name stands in two tables' none data/lens/tables
cp data/lens/tables/naive.txt data/lens/tables/tiling.txt "$scratch"
echo 'naive tiled<4> 4 4 4 0' >>"$scratch/tiling.txt"
is 'one that does is told' told 'naive is a kernel of naive and of tiling'
