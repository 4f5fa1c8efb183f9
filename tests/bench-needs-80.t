#!/bin/sh
# What needs compute capability 8.0 is left out on an older card, with one sentence, and is named.
. "$(dirname "$0")/lib/unit.sh"
echo '#include <cuda_runtime.h>
cudaError_t cudaProfilerStart(void), cudaProfilerStop(void);' >"$scratch/cuda_profiler_api.h"
CPATH=$PWD/code/lens/cuda:$scratch
export CPATH
build card main gpu verify measure alone contest rounds sampler library cases matrix plan options size record columns stats progress complain reference ||
    exit 1
cd "$scratch" || exit 1
on() { # CARD WORD…: what it runs goes to `ran`, the rest of stderr to `said`
    card=$1
    shift
    CARD=$card ./unit "$@" >out 2>err
    code=$?
    grep '^run ' err | sort -u | tr '\n' ' ' >ran
    grep -v '^run ' err >said
    return $code
}
sentences() { # NAME…: stderr is a sentence on each, and no more
    for name; do echo "card: $name is left out: it needs compute capability 8.0, and this card has 7.5"; done |
        cmp -s - said
}
ran() { [ "$(cat ran)" = "$1 " ]; }

plan 24
is 'verify on a card of today' on 90 verify
is 'runs everything' ran 'run bf16 run cublas_bf16 run cublas_fp16 run half'
isnt 'and says nothing' test -s said
is 'verify on an older one' on 75 verify
is 'says of a kernel and of a probe that they are left out' sentences bf16 new
is 'runs the rest' ran 'run cublas_fp16 run half'
is 'and is content with it' sh -c "grep -q '^half .*are right' out && ! grep -q '^bf16\|^new' out"
is 'asked for it by name' on 75 verify --kernel bf16
is 'it says the same' sentences bf16

is 'measure on a card of today' on 80 measure --data new
is 'has rows of all' [ "$(cut -d, -f1 new/made-up/card.csv | grep -c 'half\|bf16\|cublas')" = 39 ]
isnt 'and its heads name nothing' grep -q left-out new/made-up/card.csv new/made-up/card-errors.csv
is 'measure on an older one' on 75 measure --data old
is 'says it once' sentences bf16 new
is 'runs the rest' ran 'run cublas_best run cublas_fp16 run half'
is 'has no rows of it, nor of its library' [ "$(grep -c bf16, old/made-up/card.csv)" = 0 ]
is 'whose head names it' grep -qx '# left-out: bf16' old/made-up/card.csv
is 'and so does that of the probes' grep -qx '# left-out: new' old/made-up/card-errors.csv

is 'a profile of an older card' on 75 profiled
is 'has nothing of it' [ "$(cut -d' ' -f1 out | sort -u | tr '\n' ' ')" = 'cublas half ' ]
is 'a launch of all' on 75 launch --size 128
is 'runs the rest' ran 'run half'
on 75 launch --kernel bf16 --size 128
is 'of it alone: exit 2' [ $? = 2 ]
is 'with that sentence' sentences bf16
