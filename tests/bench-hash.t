#!/bin/sh
# The hash of a program covers what the compiler sees of its kernels and probes, wherever it
# stands, and no more.
. "$(dirname "$0")/lib/unit.sh"
mkdir -p "$scratch/code" && cp -R code/bench code/kernels code/probes code/tools "$scratch/code" && cd "$scratch" || exit 1
cat >code/toy.cu <<'END'
#include "bench/bench.h"
#include "kernels/tiles.h"
#include "probes/banks.h"
#include "toy.h"
#include <stddef.h>
//> the product
static const char *text = "a // b /* c";
static int twice(int x) { return x+ +x; }
//< the product
END
echo '#include "kernels/nearest.h"' >code/toy.h
echo '#define WINNERS(USE) USE(1)' >winners.h
hash() { code/tools/hash.sh code/toy.cu "$@"; }
changes() { # FILE SED: the hash with an edit in the file
    before=$(hash winners.h)
    cp "$1" kept
    sed "$2" kept >"$1"
    ! cmp -s kept "$1" || echo "$1: the edit does nothing" >&2
    after=$(hash winners.h)
    cp kept "$1"
    [ "$before" != "$after" ]
}
moved() { # to a folder of another name, with another guard
    mv code/kernels code/moved
    sed -i 's|"kernels/|"moved/|; s|\(GEMM\|TILES\)_H$|MOVED_\1_H|' code/toy.[ch]* code/moved/*.h
    [ "$(hash)" = "$1" ]
    ended=$?
    rm -r code/moved && cp -R "$root/code/kernels" code && sed -i 's|"moved/|"kernels/|' code/toy.[ch]*
    return $ended
}
root=$OLDPWD
added='$a int added;'

plan 22
for file in code/toy.cu code/toy.h code/kernels/tiles.h code/kernels/gemm.h code/kernels/nearest.h \
    code/probes/banks.h code/probes/banks.c winners.h; do
    is "$file counts" changes "$file" "$added"
done
is 'so does a constant of a probe' changes code/probes/banks.c '0,/[0-9][0-9]*;/s/\([0-9][0-9]*\);/\11;/'
is 'a blank between two signs' changes code/toy.cu 's/x+ +x/x++x/'
is 'what stands in quotes' changes code/toy.cu 's/a \/\/ b/a \/\/ c/'
is 'the end of a directive' changes code/toy.cu 's/^#include <stddef.h>/#pragma once/'
isnt 'a comment does not count' changes code/kernels/tiles.h '$a /* added,\nin two lines */'
isnt 'nor one to the end of the line' changes code/toy.cu 's/stddef.h>$/& \/\/ added/; $a // added'
isnt 'nor a blank line' changes code/toy.cu 's/^static/\n&/'
isnt 'nor how a line is indented or broken' changes code/toy.cu 's/{ return/\n\t  {\n return/'
isnt 'nor a region mark' changes code/toy.cu '/^\/\/[<>]/d'
is 'nor where a header stands' moved "$(hash)"
isnt 'nor the interface to the bench' changes code/bench/bench.h "$added"
isnt 'nor a header that is not included' changes code/kernels/wide_tiles.h "$added"
isnt 'no source has no hash' sh -c 'code/tools/hash.sh code/none.cu 2>/dev/null'
echo '#include "kernels/none.h"' >>code/toy.h
isnt 'nor has one whose header is missing' sh -c 'code/tools/hash.sh code/toy.cu 2>/dev/null'
