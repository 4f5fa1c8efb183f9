#!/bin/sh
# mix.sh STEM: counts the instructions that matter in the machine code of a
# chapter's kernels, in the whole function and in its hot loop (mix.awk), and
# keeps the counts as data/<device>/transcripts/STEM-mix.txt. A kernel has the
# name that the program's table gives it. Needs cuobjdump, of the CUDA Toolkit,
# and c++filt.
set -eu
export LC_ALL=C.UTF-8
stem=$1
object=build/obj/$stem.o
program=build/bin/$stem
sass=$(cuobjdump --dump-sass "$object")

# `name SYMBOL NAME` of each kernel in the table; what has no code is told.
names() {
    printf '%s\n' "$sass" | sed -n 's/^.*Function : //p' | sort -u >"$1"
    c++filt <"$1" | sed 's/^void //; s/(.*//; s/ //g' | paste "$1" - >"$1.plain"
    "$program" describe | awk -v stem="$stem" '
        NR == FNR { symbol[$2] = $1; next }
        $6 ~ /PATTERN/ { next }
        $2 in symbol { print "name", symbol[$2], $1; next }
        { print stem ": no machine code of " $1 ", " $2 | "cat >&2" }
    ' "$1.plain" -
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
names "$scratch/symbols" >"$scratch/names"
mix=$(printf '%s\n' "$sass" | cat "$scratch/names" - |
    awk -f code/tools/mix.awk) || {
    echo "$stem: no kernels in $object" >&2
    exit 2
}
printf '$ cuobjdump --dump-sass %s |\n    awk -f code/tools/mix.awk\n%s\n' \
    "$object" "$mix" | code/tools/keep.sh "$stem" transcripts "$stem-mix.txt"
