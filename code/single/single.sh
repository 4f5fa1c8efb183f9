#!/bin/sh
# single.sh STEM [TRACED]: writes build/single/STEM.cu, a chapter's kernels, their launchers and their
# table as one file with a check and timing of its own (main.inc); it needs nothing but nvcc.
# TRACED is a file to write instead, in which each line says what it is of (inline.awk).
# The tuner's winners are those of the card that is there, or else the reference's.
set -eu
export LC_ALL=C.UTF-8
stem=$1 traced=${2-}
source=code/$stem.cu
refuse() { echo "single: $*" >&2; exit 2; }

[ -r "$source" ] || refuse "no program for '$stem'"
awk '/^const struct kernel kernels\[\]/ { table = 1 } table && /^ *[A-Z{]/ && !/^ *[{][}]/ { found = 1 }
    table && /^};/ { exit } /PATTERN/ { exit } END { exit !found }' "$source" ||
    refuse "$stem has no kernel for a product"

set -- code/tune/include.sh "$stem"
record=$("$@" | sed 's,.*build/tuned/\(.*\)\.h$,data/\1-winners.csv,')
[ -n "$record" ] || record=data/nvidia-h200/$stem-winners.csv
copyright=$(sed -n '/^Copyright/p' LICENSE)
version=$(git describe --always --dirty 2>/dev/null || echo 'version unknown')
# Instructions of one architecture alone: code.mk says the same.
arch=-arch=native
! grep -q kernels/warpgroup.h "$source" || arch=-gencode=arch=compute_90a,code=sm_90a
purpose=$(sed -n "s|^/\* $stem\.cu - \(.*[^*/ ]\)\( \*/\)*$|\1|p" "$source")

to=${traced:-build/single/$stem.cu}
sh code/tools/writable.sh "${to%/*}"
mkdir -p "${to%/*}"
{
    cat <<EOF
/* $stem.cu - ${purpose:-kernels of a chapter.}
 *
 * One file, made from code/$stem.cu of "Tiles All the Way Down", $version.
 * $copyright. MIT License.
 *
 *     nvcc -O3 $arch $stem.cu -lcublas && ./a.out
 *
 * checks every kernel on small sizes and times it beside cuBLAS. With
 * WITHOUT_MAIN defined it is the kernels and launchers alone, to be
 * included. */
#pragma nv_diag_suppress 177 /* headers have more than one chapter uses */
EOF
    # shellcheck disable=SC2015
    [ ! -r "$record" ] || awk -f code/tune/winners.awk "$record" | sed 's,: made from .*\. \*/,. */,'
    awk -v traced=${traced:+1} -f code/single/inline.awk "$source" code/single/main.inc
} | cat -s >"$to.$$"
mv "$to.$$" "$to"
echo "$to"
