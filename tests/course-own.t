#!/bin/sh
# A program that is judged touches what is its own, and calls its functions by their names:
# neither its launcher nor its kernel stores to the lens, hides an access from it, or gets to
# code that the lens did not see.
. "$(dirname "$0")/lib/course.sh"
export COURSE_SECONDS=4
plan 24
box=$scratch/box
mkdir "$box"

# judged OUTSIDE LAUNCHER KERNEL: lines before the first template, in the launcher and in the
# kernel; true when the program is right. It hears of none of the lens's names, so an address
# of the lens is one that all programs have: that of its first function.
judged() {
    awk -v outside="$1" -v launcher="$2" -v kernel="$3" '
        /^template <int T>$/ && !told++ { print outside }
        /^    if \(M == 0 / { print launcher }
        /^    float acc = 0.0f;/ { print kernel }
        { print }' "$key/solution.cu" >"$scratch/x.cu"
    if sh course/compile.sh "$unit" "$scratch/x.cu" "$box" "$key"; then
        # shellcheck disable=SC2086
        run_judge "$box" verify tiled $table 0 17x18x19 && return
    fi
    its_words "$box" >"$scratch/said"
    return 1
}
stopped() { # SENTENCE OUTSIDE LAUNCHER KERNEL
    sentence=$1
    shift
    ! judged "$@" && grep -q "$sentence" "$scratch/said"
}
is 'without an attack it is right' judged '' '' ''
is 'so is one with arrays, helpers and constants of its own' judged '
__device__ float mine[64]; static const int steps[] = {1, 2, 3}; static int calls;
struct two { int a, b; };
__device__ __noinline__ int sum(const two *t) { return t->a + t->b; }' 'two t = {calls++ % 3, 1}; if (steps[t.a] + t.b == 77) return;' '
    two t = {(int)x, (int)y}; float v[8] = {}; v[x % 8] = sum(&t); ((float *)&v)[1] += v[x % 8]; if (blockIdx.x + blockIdx.y + blockIdx.z == 0 && y < 4) mine[y * 16 + x] = 0; if (v[1] == 1e9f) return;'

state=0x4c0000
is 'the launcher stores to the lens' stopped '^host access: tiling.cu:.* stores 8 bytes' '' "*(volatile long *)$state = 0;" ''
is 'or loads from it' stopped '^host access: .* loads 4 bytes' 'static volatile int seen;' "seen = *(volatile int *)$state;" ''
is 'the kernel stores to it' stopped '^out of bounds: .*outside every allocation' '' '' "*(volatile long *)$state = 0;"
is 'a store at a distance from a constant' stopped 'the lens does not see what is stored' 'static const int mine = 5;' '*(volatile int *)((char *)&mine + 0x40000) = 0;' ''
is 'one at a distance from a variable' stopped '^out of bounds: .*past the end of a variable' 'static int mine[4];' 'volatile int *p = mine; p[M * 4096] = 0;' ''
is 'one at a distance from a local variable' stopped '^out of bounds: .*past the end of a variable' '' '' 'int v = 0; *(volatile int *)(&v + 100) = (int)x;'
is 'one by another type' stopped '^out of bounds: .*past the end of a variable' 'struct big { int x[1000000]; };' '' 'volatile int v = 0; ((volatile big *)&v)->x[M + 50] = 1;'
# GCC 12 leaves the member to the hook of the store, GCC 14 checks its index.
is 'one past a member without a size' stopped '^out of bounds: .*\(past the end of a variable\|takes element [0-9]* of an array of type\)' '' '' 'struct { int n; int x[0]; } volatile s; s.n = 1; s.x[M + 7] = s.n;'
is 'the address to which a function returns' stopped '^out of bounds: .*what it returns to' 'static __device__ __noinline__ void smash(volatile long *p, int n) { for (int i = 0; i < n; ++i) p[i] = 0; }' '' 'volatile long v[1]; v[0] = 1; smash(v, M + 100);'
is 'the local memory of the bench' stopped '^\(host access\|out of bounds\): ' 'static __attribute__((noinline)) void smash(volatile long *p, int n) { for (int i = 0; i < n; ++i) p[200 + i] = 0; }' 'volatile long v[1]; v[0] = 1; smash(v, M + 100);' ''
is 'a function of libm that stores' stopped '^out of bounds: .*the host gives a call 4 bytes' '' "(void)!frexp(0.0 * M, (int *)$state);" ''
is 'a function of CUDA that stores' stopped '^out of bounds: .*the host gives a call 4 bytes' '' "cudaDeviceGetAttribute((int *)$state, cudaDevAttrClockRate, 0);" ''
is 'a fragment in memory that is counted' stopped '^out of bounds: .*gives a call 32 bytes' '
#include <mma.h>
__device__ float where[256];' '' 'nvcuda::wmma::load_matrix_sync(*(nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> *)where, where, 16, nvcuda::wmma::mem_row_major);'
is 'the host loads what a kernel stored' stopped '^host access: .*`copy`, to which a kernel has stored' '
__device__ float copy[64]; static volatile float seen;
__global__ void take(float v) { copy[threadIdx.x] = v; }' 'take<<<1, 32>>>(alpha); seen = copy[3];' ''
is 'a shared array that is const' stopped 'the lens does not see what is loaded' 'typedef const float fixed;' '' '__shared__ fixed S[16] = {1, 2}; if (S[x] == 9) return;'
is 'a thread_local array' stopped 'uses `thread_local`' 'thread_local float mine[64];' '' ''
is 'more shared memory than a kernel may have, outside of it' stopped '^launch: .*more than 49152 bytes' '__shared__ float mine[40000];' '' 'mine[y * T + x] = 1;'
is 'a call by an address' stopped 'called by way of a pointer' '' "((void (*)(void))$state)();" ''
is 'a launch by one' stopped '^launch: .*is no function of this program' '' "((void (*)(int))$state)<<<1, 1>>>(0);" ''
is 'a jump by one' stopped 'jumps to where a pointer says' '' "static void *t[2] = {&&one, &&two}; t[M & 1] = (void *)$state; goto *t[N & 1]; one: M += 0; goto end; two: N += 0; end:;" ''
is 'code behind a function that does not return' stopped '^crash: a function that returns a value' 'static __attribute__((noinline)) int falls(int v) { volatile int w = v; w = 2; }' 'if (falls(M) == 77) return;' ''
is 'names of the lens and of the C library mean nothing' judged 'extern "C" { int judged = 0; unsigned long stack_end = 0; char end[8] = {1}; char __start_lens_constant[8] = {1}; }' '' ''
