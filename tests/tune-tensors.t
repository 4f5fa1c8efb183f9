#!/bin/sh
# Kernels for tensor cores are tuned with their launchers: nvcc alone makes them, for the first pass and
# for the final, and a card without the instructions leaves them out.
. "$(dirname "$0")/lib/tune.sh"
needs_tuner
tuner=$PWD/build/bin/tune tree=$PWD
fake_tuner

whole() { # FILE KIND COLUMNS
    [ "$(grep -v '^#' "$1" | head -n 1)" = "$3" ] && grep -qx "# kind: $2" "$1" &&
        [ "$(tail -n 1 "$1")" = "# end: $(($(grep -cv '^#' "$1") - 1)) rows" ]
}
rest=m,n,k,status,registers,shared,gflops,lo,hi,runs,ratio
tuning=config,bm,bn,bk,tm,tn,wm,wn,stages,blocks,order,store,$rest
once() { [ "$(awk '{ print $1, $4, $5 }' log | sort | uniq -d | wc -l)" -eq 0 ] && ! grep -q ' nvcc ' log; }
six() { [ "$(sed -n 's/^# shapes: //p' "$1" | wc -w)" -eq 6 ]; }
without() { # ARCH TEXT STEM
    "$tuner" "$3" --compile-only --arch "$1" >left 2>&1 && [ "$(wc -l <left)" -eq 1 ] && grep -q "$2" left
}

# What a shared object has, and what it asks of the tuner; without a GPU it loads and says so.
cat >load.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
void complain_later(const char *format, ...) { (void)format; }
int main(int argc, char **argv)
{
    void *object = dlopen(argv[argc - 1], RTLD_NOW | RTLD_LOCAL);
    int (*attributes)(int *, int *, int *), r = -1, l = -1, s = -1;

    if (!object)
        return fprintf(stderr, "%s\n", dlerror()), 1;
    *(void **)&attributes = dlsym(object, "tuned_attributes");
    if (!attributes || !dlsym(object, "tuned_product"))
        return 2;
    return attributes(&r, &l, &s) == 0 ? !(r > 0 && l == 0 && s >= 0) : !(r == -1 && l == -1 && s == -1);
}
C
loads() { # STEM CONFIG
    (cd "$tree" && "$tuner" "$1" --compile-only --arch sm_90 --config "$2") >said 2>&1 &&
        LD_LIBRARY_PATH="$home/lib64" ./load "$(ls -t "$tree"/build/tune/"$1"/*/"$2.so" | head -n 1)"
}

plan 17
for stem in mma hopper; do
    : >log
    is "$stem is tuned" env TIMED="$PWD/log" "$scratch/tune" "$stem" --size 512 --data data
    is 'its record is whole' whole "data/made-up/$stem-tuning.csv" tuning "$tuning"
    is 'the compiler of the first pass is that of the final' grep -q '^# method: .*, as nvcc makes them;' "data/made-up/$stem-tuning.csv"
    isnt 'so there is nothing to compare' grep -q '^# compilers' "data/made-up/$stem-winners.csv"
    is 'and nothing is made by two' once
done
"$scratch/tune" mma --mode search --budget 8 --data usual >said 2>&1
is 'six shapes are usual' six usual/made-up/mma-tuning.csv
is 'a card without warp groups leaves them out' without sm_80 '^hopper *is left out: it takes compute capability 9.0$' hopper
is 'a card without copies on their way leaves the others out' without sm_75 '^mma *is left out: it takes compute capability 8.0 or later$' mma
"${CC:-cc}" -rdynamic load.c -ldl -o load || exit 1
is 'a launcher by groups is compiled, and loads' loads hopper 64x64x64-64x64-3x1-1x1
is 'a launcher by warps, too' loads mma 64x64x64-32x32-2x1-1x0
is 'one warp cannot copy swizzled tiles: it is refused before' sh -c "'$tuner' space mma --arch sm_90 | grep -q '^64x64x64-64x64-3x1-0x0.threads$'"
printf '#define CONSTANTS 64,64,64,64,64,3,1,0\n#include "tune/launchers/mma.cu"\n' >lone.cu
"$nvcc" -std=c++17 -arch=sm_90 -I"$tree/code" -c lone.cu -o lone.o >refused 2>&1
is 'and its launcher refuses it, too' grep -q 'a block needs two warps' refused
