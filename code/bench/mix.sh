#!/bin/sh
# mix.sh STEM: counts the instructions that matter in the machine code of a
# chapter's kernels, in the whole function and in its hot loop (mix.awk), and
# keeps the counts as data/<device>/transcripts/STEM-mix.txt. Needs cuobjdump,
# of the CUDA Toolkit.
set -eu
stem=$1
object=build/obj/$stem.o
sass=$(cuobjdump --dump-sass "$object")
mix=$(printf '%s\n' "$sass" | awk -f code/bench/mix.awk) || {
    echo "$stem: no kernels in $object" >&2
    exit 2
}
printf '$ cuobjdump --dump-sass %s |\n    awk -f code/bench/mix.awk\n%s\n' \
    "$object" "$mix" | code/bench/keep.sh "$stem" transcripts "$stem-mix.txt"
