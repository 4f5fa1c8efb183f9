#!/bin/sh
# doctor says of each tool whether it is here and what its lack costs, and changes nothing.
. "$(dirname "$0")/lib/book.sh"
. "$(dirname "$0")/lib/tree.sh"
tree
plan 4
is 'says something' builds doctor
is 'of pandoc' grep -q '^  pandoc  *pandoc [0-9]' said
mkdir bin
for tool in sh sed awk head printf basename ls wc; do ln -s "$(command -v $tool)" bin/$tool; done
PATH="$PWD/bin" sh book/doctor.sh nowhere/nvcc >said 2>&1
is 'names what a lack costs' grep -q '^  pandoc  *MISSING: no book' said
is 'also of nvcc' grep -q 'nvcc  *MISSING: no verify and no measure' said
