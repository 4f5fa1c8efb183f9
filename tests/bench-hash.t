#!/bin/sh
# The hash of a program covers all code of its kernels, wherever it stands, and no more.
. "$(dirname "$0")/lib/unit.sh"
mkdir -p "$scratch/code" && cp -R code/bench "$scratch/code" && cd "$scratch" || exit 1
cat >code/toy.cu <<'END'
#include "bench/bench.h"
#include "bench/tiles.h"
#include "toy.h"
#include <stddef.h>
END
echo '#include "bench/nearest.h"' >code/toy.h
echo '#define WINNERS(USE) USE(1)' >winners.h
hash() { code/bench/hash.sh code/toy.cu "$@"; }
changes() { # FILE: the hash with an edit in it
    before=$(hash winners.h)
    cp "$1" kept
    echo '/* edited */' >>"$1"
    after=$(hash winners.h)
    cp kept "$1"
    [ "$before" != "$after" ]
}

plan 9
for file in code/toy.cu code/toy.h code/bench/tiles.h code/bench/gemm.h code/bench/nearest.h winners.h; do
    is "$file counts" changes "$file"
done
isnt 'the interface to the bench does not' changes code/bench/bench.h
isnt 'nor does a header that is not included' changes code/bench/wide_tiles.h
isnt 'no source has no hash' sh -c 'code/bench/hash.sh code/none.cu 2>/dev/null'
