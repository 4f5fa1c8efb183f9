#!/bin/sh
# The sanitizer does not announce what a call itself moves: a struct by value, straight from
# memory or straight into it. Such a program is not built; what is no memory may be handed over.
. "$(dirname "$0")/lib/lens.sh"
cat >"$scratch/head" <<'END'
struct three { float x, y, z; };
struct pair { three first, second; };
__device__ __noinline__ float sum(three v) { return v.x + v.y + v.z; }
__device__ __noinline__ three made(float x) { return {x, x, x}; }
__device__ __noinline__ float by_reference(const three &v) { return v.x; }
__device__ __noinline__ float called(float (*f)(three), float x) { return f({x, x, x}); }
__device__ three kept;
END

# unseen CODE: true, with the sentence in said, when the code in a kernel is found
unseen() {
    { cat "$scratch/head"; printf '__global__ void k(three *P, pair *Q, float *C, int i)\n{\n%s\n}\n' "$1"; } |
        sed -f code/lens/launch.sed |
        g++ -x c++ -O2 -fsanitize=thread -fno-tree-sra -fdump-tree-tsan-raw-uid-lineno="$scratch/calls" -std=gnu++17 \
            -iquote code -Icode/lens/cuda -include cuda_runtime.h -c - -o "$scratch/o" 2>"$scratch/said" || exit
    ! awk -f code/lens/unseen.awk "$scratch/calls" >"$scratch/said"
}

not() { ! "$@"; }

plan 16
is 'what a pointer points to' unseen 'C[0] = sum(*P);'
is 'an element' unseen 'C[0] = sum(P[i]);'
is 'a member of one' unseen 'C[0] = sum(Q[i].second);'
is 'an element of shared memory' unseen '__shared__ three tile[8]; tile[i].x = C[1]; __syncthreads(); C[0] = sum(tile[i + 1]);'
is 'a variable of the device' unseen 'C[0] = sum(kept);'
is 'a static one of a function' unseen 'static three mine; mine.x += C[1]; C[0] = sum(mine);'
is 'a result, into memory' unseen 'P[i] = made(C[0]);'
is 'and into a member' unseen 'Q->first = made(C[0]);'
is 'the line is told, and what to do' grep -q '^<stdin>:10: what a function returns goes straight into memory.*put it into a variable of its own' "$scratch/said"
is 'not a variable of the kernel' not unseen 'three v = *P; v.x += 1; C[0] = sum(v);'
is 'nor a member of one' not unseen 'pair v = *Q; C[0] = sum(v.second);'
is 'nor a result into one' not unseen 'three v = made(C[0]); C[1] = sum(v);'
is 'nor a reference, whose words are announced one by one' not unseen 'C[0] = by_reference(P[i]);'
is 'nor a function' not unseen 'C[0] = called(sum, C[1]);'
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
