#!/bin/sh
# Each header of the lens stands alone: a file that includes nothing else compiles.
. "$(dirname "$0")/lib/lens.sh"

alone() { # HEADER LANGUAGE STANDARD
    echo "#include \"${1#code/}\"" | ${CXX:-g++} -x "$2" -std="$3" -Wno-psabi -fsyntax-only \
        -iquote code -Icode/lens/cuda -
}

plan "$(ls code/lens/*.h code/lens/cuda/*.h | wc -l)"
for header in code/lens/*.h; do
    is "$header" alone "$header" c c11
done
for header in code/lens/cuda/*.h; do
    is "$header" alone "${header##*/}" c++ gnu++17
done
