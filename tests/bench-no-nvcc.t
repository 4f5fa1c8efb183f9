#!/bin/sh
# Without nvcc `make measure` says what is missing and what works, in one sentence.
. "$(dirname "$0")/lib/unit.sh"
cp -R Makefile code "$scratch" && mkdir "$scratch/book" && cd "$scratch" || exit 1
: >book/book.mk

refuses() { # GOAL: make exits 2; but for make's own, there is one line, about nvcc
    make NVCC= "$1" >said 2>&1
    [ $? = 2 ] && grep -v '^make' said >lines && [ "$(wc -l <lines)" -eq 1 ] &&
        grep -q 'no nvcc here: .*CUDA Toolkit.*`make book` works' lines
}

plan 5
for goal in measure verify profile tune; do is "make $goal" refuses $goal; done
is 'nothing is built' [ ! -e build ]
