#!/bin/sh
# make loops: compiles, scores, keeps the record; without nvcc one sentence.
. "$(dirname "$0")/lib/unit.sh"
plan 7
isnt 'no page waits for nvcc' sh -c 'make -n -W code/naive.cu book | grep -q nvcc'
make loops C=nosuch >"$scratch/said" 2>&1
is 'a program that is not there: exit 2' [ $? = 2 ]
is 'beside those that are' grep -q "in 'nosuch'; there are .*naive" "$scratch/said"
make loops C=naive NVCC=/nowhere/nvcc >"$scratch/said" 2>&1
is 'no nvcc: exit 2' [ $? = 2 ]
is 'in one sentence' grep -q '^no nvcc here: `make loops` needs the CUDA Toolkit, though no GPU' "$scratch/said"
[ -n "$nvcc" ] || { echo 'ok 6 # SKIP no nvcc here'; echo 'ok 7 # SKIP no nvcc here'; exit 0; }
is 'a program' sh -c 'make loops C=naive DATA="$1" NVCC="$2" >"$1/said" 2>&1' - "$scratch" "$nvcc"
is 'its loop, as nvcc 13.0 makes it' sh -c 'grep -q "# compiler: nvcc 13.0" "$1/loops/naive.csv" || exit 0; cmp "$1/loops/naive.csv" data/loops/naive.csv' - "$scratch"
