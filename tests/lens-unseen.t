#!/bin/sh
# The sanitizer does not announce what a call itself moves: a struct by value, straight from
# memory or straight into it. Such a program is not built; what is no memory may be handed over.
. "$(dirname "$0")/lib/lens.sh"
# built CODE: true where a program is built with this in a kernel; what is said of it is in said
built() {
    { cat tests/lens/by-value.h; printf '__global__ void k(three *P, pair *Q, two *T, float *C, int i, three given)\n{\n%s\n}\n' "$1"
      printf 'void run(three *P, pair *Q, two *T, float *C) { k<<<1, 1>>>(P, Q, T, C, 1, three{1, 2, 3}); }\n'; } |
        sed -f code/lens/launch.sed |
        g++ -x c++ -O2 -fsanitize=thread -fno-tree-sra -fdump-tree-tsan-raw-uid-lineno="$scratch/calls" -std=gnu++17 \
            -iquote code -Icode/lens/cuda -include cuda_runtime.h -c - -o "$scratch/o" 2>"$scratch/said" || exit
    awk -f code/lens/unseen.awk "$scratch/calls" >"$scratch/said"
}

not() { ! "$@"; }

plan $((3 + $(grep -c '^[rt]' tests/lens/by-value.tsv)))
grep '^[rt]' tests/lens/by-value.tsv >"$scratch/cases"
while IFS='	' read -r what name code; do
    case $what in
    refused) is "$what: $name" not built "$code" ;;
    *) is "$what: $name" built "$code" ;;
    esac
done <"$scratch/cases"
built 'P[i] = made(C[0]);'
is 'the line is told, and what to do' grep -q '^<stdin>:14: what a function returns goes straight into memory.*put it into a variable of its own' "$scratch/said"
cat >"$scratch/x.cu" <<'END'
struct many { float v[16]; };
__noinline__ float last(many m) { return m.v[15]; }
void f(float *C, many *m) { C[0] = last(*m); }
END
printf '.DELETE_ON_ERROR:\ninclude code/code.mk\ninclude code/lens/lens.mk\n$(eval $(call lens_program,%s,x))\n' "$scratch/x.cu" |
    make -s -f - "build/lens/obj/$scratch/x.o" >"$scratch/said" 2>&1
is 'make builds no such program' grep -q '/x.cu:3: a function is given by value what lies in memory' "$scratch/said"
is 'and leaves no object' test ! -e "build/lens/obj/$scratch/x.o"
rm -rf "build/lens/obj/$scratch"
