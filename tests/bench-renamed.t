#!/bin/sh
# A program in which only names have changed keeps its records, those of a tuner too; no compiler is asked.
. "$(dirname "$0")/lib/unit.sh"
command -v git >/dev/null || {
    echo "1..0 # SKIP no git here, which has the program as it was"
    exit 0
}
mkdir -p "$scratch/code/tune" "$scratch/data/card" && cp -R code/tools "$scratch/code" && cp code/tune/winners.awk "$scratch/code/tune" &&
    cd "$scratch" || exit 1
cat >code/toy.cu <<'END'
#include "bench/bench.h"
#include "toy.h"
#ifdef CONSTANTS
CONSTANTS
#endif
enum { SIDE = 32, TWICE };
struct pair { unsigned row, col; };
template <int STEPS>
__global__ void __launch_bounds__(128) multiply(int M, const float *from, float *to)
{
    const unsigned here = threadIdx.x, there = blockIdx.x * SIDE;
    struct pair at = {here, there};
    float sum = 0.0f;
    for (int k = 0; k < STEPS; ++k)
        sum += fmaxf(from[at.row + k], spread(at.col)) * TWICE;
    to[here] = sum;
}
const struct kernel kernels[] = {KERNEL("fast", 0, multiply, 8), NAMED("multiply<8>"), {}};
END
echo 'static inline float spread(unsigned i) { return i; }' >code/toy.h
for record in toy toy-search; do
    printf '# %s\n' 'program: code/toy.cu' "source-sha256: $(code/tools/hash.sh code/toy.cu)" 'kind: tuning' >data/card/$record.csv
done
git init -q . && git add code && git -c user.name=x -c user.email=x commit -qm measured || exit 1
same() { code/tools/same.sh card no-nvcc '-Icode' HEAD toy >said 2>&1; }
joined() { awk -v is="$(code/tools/hash.sh code/toy.cu)" '$3 == is { n++ } END { exit n != 1 }' data/card/same.tsv; }
takes() { # NAME SED SAYS
    git checkout -q code && sed -i "$2" code/toy.cu code/toy.h
    same
    is "$1: exit 0" [ $? = 0 ]
    is 'and it says which' grep -qxF "toy: renamed: $3" said
    is 'and a line joins the records' joined
}
refuses() { # NAME SED
    git checkout -q code && cp -R code kept && sed -i "$2" code/toy.cu code/toy.h
    ! diff -r code kept >said || echo "$1: the edit does nothing" >&2
    rm -r kept
    : >data/card/same.tsv
    same
    is "$1: exit 2" [ $? = 2 ]
    isnt 'and no line' joined
}

plan 55
takes 'a variable' 's/\bhere\b/lane/g' 'here -> lane'
takes 'a function, in a header too' 's/\bspread\b/offset_of/g' 'spread -> offset_of'
takes 'a constant, a member, a parameter of a template' 's/\bTWICE\b/FACTOR/; s/\bTWICE\b/FACTOR/; s/\brow\b/first/g; s/\bSTEPS\b/DEPTH/g' \
    'TWICE -> FACTOR, row -> first, STEPS -> DEPTH'
takes 'a kernel, which has its name in a string too' 's/\bmultiply\b/product/g' 'multiply -> product'
takes 'two that change places' 's/\bhere\b/other/g; s/\bthere\b/here/g; s/\bother\b/there/g' 'here -> there, there -> here'
refuses 'two names that become one' 's/\bthere\b/here/g'
refuses 'a name that is changed in one place' 's/to\[here\]/to[there]/'
refuses 'a number' 's/32/64/'
refuses 'another function of C' 's/fmaxf/fminf/'
refuses 'another special register' 's/threadIdx/threadIdy/'
refuses 'a kernel under another name in the table' 's/"fast"/"slow"/'
refuses 'another kernel in a string' 's/<8>/<4>/'
refuses 'one token more' 's/TWICE;/TWICE + k;/'
refuses 'one token less' 's/sum += /sum = /'
refuses 'one line more' '$aint more;'
refuses 'one member less' 's/, col;/;/'
refuses 'a type' 's/\bfloat\b/double/g'
refuses 'a member of a struct of elsewhere' 's/\bx\b/y/g'
refuses 'bounds of a launch' 's/__launch_bounds__/__maxnreg__/'
refuses 'what becomes a keyword' 's/\bfrom\b/const/g'

git checkout -q code && sed -i 's/\bhere\b/lane/g' code/toy.cu && same && git -c user.name=x -c user.email=x commit -qam 'another name'
sed -i 's/1\tnames/2\tnvcc 1.0/' data/card/same.tsv
same
is 'a program that is the same again: how its records were joined stays' grep -q "$(printf '\t2\tnvcc 1.0\t')" data/card/same.tsv
sed -i 's/\bthere\b/block/g' code/toy.cu && same
is 'and names are added to it' grep -q "$(printf '\t2\tnvcc 1.0, names\t')" data/card/same.tsv

# What the tuner compiles is the program where CONSTANTS is defined; other records of it are measured again.
cat >>code/toy.cu <<'END'
#ifndef CONSTANTS
const struct kernel others[] = {KERNEL("slow", 0, multiply, 16), {}};
#else
template __global__ void multiply<CONSTANTS>(int, const float *, float *);
#endif
END
for record in toy toy-search; do
    printf '# %s\n' 'program: code/toy.cu' "source-sha256: $(code/tools/hash.sh code/toy.cu)" >data/card/$record.csv
done
echo '# kind: tuning' >>data/card/toy-search.csv
git add -A code && git -c user.name=x -c user.email=x commit -qm 'with a tuner' && : >data/card/same.tsv && rm data/card/toy.csv
edited() { git checkout -q code && sed -i "$1" code/toy.cu && : >data/card/same.tsv && same; }
edited 's/"slow"/"slower"/'
is 'a kernel that the tuner does not compile has another name: exit 0' [ $? = 0 ]
is 'and a line joins the records of the tuner' joined
is 'as a tuner has them' grep -q "$(printf '\t0\ttuner\t')" data/card/same.tsv
edited 's/<CONSTANTS>(int/<CONSTANTS>(long/'
is 'what the tuner alone compiles: exit 2' [ $? = 2 ]
isnt 'and no line' joined
edited 's/SIDE = 32/SIDE = 64/'
is 'what all compile: exit 2' [ $? = 2 ]
cp data/card/toy-search.csv data/card/toy.csv && sed -i '/kind/d' data/card/toy.csv
edited 's/"slow"/"slower"/'
is 'beside another record of the same hash: exit 2' [ $? = 2 ]
isnt 'and no line' joined
