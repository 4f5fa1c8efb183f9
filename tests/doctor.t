#!/bin/sh
# doctor says of each tool whether it is here and what its lack costs, and changes nothing.
. "$(dirname "$0")/lib/book.sh"
. "$(dirname "$0")/lib/tree.sh"
tree
plan 5
is 'says something' builds doctor
is 'of pandoc' grep -q '^  pandoc  *pandoc [0-9]' said
mkdir bin
for tool in sh sed awk head printf basename ls wc; do ln -s "$(command -v $tool)" bin/$tool; done
PATH="$PWD/bin" sh book/doctor.sh nowhere/nvcc >said 2>&1
is 'names what a lack costs' grep -q '^  pandoc  *MISSING: no book' said
is 'also of nvcc' grep -q 'nvcc  *MISSING: no verify and no measure' said
is 'and of each tool that a verb calls' sh -c 'for tool in cc g++ addr2line sha256sum ncu compute-sanitizer cuobjdump \
    c++filt flock prove xmllint; do grep -qF "  $tool " said || { echo "$tool" >>said; exit 1; }; done'
