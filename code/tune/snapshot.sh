#!/bin/sh
# snapshot.sh STEM WORD...: copies what is compiled for a stem, code/tune/launchers/STEM.cu or
# else code/STEM.cu, and the headers that it may include to
# build/tune/STEM/HASH/source, so that an edit meanwhile changes nothing, and prints that
# folder without /source. The hash is of these files and the words, which say how they are
# compiled: what lies in the folder was made from just this. (64 bits of SHA-256: a million
# folders have two alike with a chance of 1 in 30 million.)
set -eu
export LC_ALL=C.UTF-8
stem=$1 under=build/tune/$1 source=code/$1.cu
if [ -e "code/tune/launchers/$stem.cu" ]; then source=code/tune/launchers/$stem.cu
else
    [ -r "$source" ] || { echo "cannot read $source"; exit 1; }
    grep -q '^#ifdef CONSTANTS' "$source" ||
        { echo "$source has no kernel for the tuner: it never asks for CONSTANTS"; exit 1; }
fi
mkdir -p "$under"
new=$(mktemp -d "$under/new.XXXXXX")
mkdir -p "$new/source/bench" "$new/source/kernels"
cp code/bench/bench.h "$new/source/bench"
cp code/kernels/*.h "$new/source/kernels"
for file in "$source" "${source%/*}"/*.h; do [ ! -e "$file" ] || cp "$file" "$new/source"; done
hash=$({ (cd "$new" && find source -type f | sort | xargs sha256sum) && printf '%s\n' "$@"; } |
    sha256sum | cut -c 1-16)
mv -T "$new" "$under/$hash" 2>/dev/null || rm -r "$new"
echo "$under/$hash"
