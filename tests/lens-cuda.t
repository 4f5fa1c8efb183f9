#!/bin/sh
# The list of CUDA that the lens takes, tests/good/cuda, which the book prints: each entry
# compiles, runs and is counted.
. "$(dirname "$0")/lib/course.sh"
box=$scratch/box
mkdir "$box"
grep -v '^#' tests/good/cuda >"$scratch/list"
plan "$(wc -l <"$scratch/list")"
{
    cat <<'CUDA'
#include "bench/bench.h"
#include "kernels/gemm.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <math_constants.h>
#include <mma.h>
#include <stdio.h>
namespace cg = cooperative_groups;
using namespace nvcuda;
#define PARAMETERS int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C
static __device__ int numbers[32];
static __device__ float reals[32];
static __constant__ float table[32];
static __noinline__ __device__ float apart(float x) { return x + 1.0f; }
template <int N, typename T> static __device__ T times(T x) { return N * x; }
CUDA
    awk -F '|' '{
        sub(/^[^|]*[|][^|]*[|]/, "")
        printf "__global__ void __launch_bounds__(32) kernel_%d(PARAMETERS)\n{\n    __shared__ float s[64]; __shared__ half h[256];\n    const int i = threadIdx.x; float x = A[i]; (void)s, (void)h;\n%s    %s\n    C[i] = x;\n}\n", NR, /k < 4/ ? "#pragma unroll\n" : "", $0
        printf "static void run_%d(PARAMETERS) { kernel_%d<<<1, 32, 1024>>>(M, N, K, alpha, A, B, beta, C); }\n", NR, NR
    }
    END { print "const struct kernel kernels[] = {"; for (n = 1; n <= NR; ++n) printf "    {\"t%d\", run_%d, 1, 1, 1, 64, PATTERN},\n", n, n; print "    {},\n};" }' "$scratch/list"
} >"$scratch/taken.cu"
sed 's/^stranger=.*used.*/stranger=/' course/compile.sh >"$scratch/compile.sh"
sh "$scratch/compile.sh" "$unit" "$scratch/taken.cu" "$box" "$key" || {
    sed 's/^/# /' "$box/words" "$box/said"
    echo 'Bail out! an entry does not compile'
    exit 1
}
taken() {
    run_judge "$box" count "t$1" 2 1 1 1 0 64x64x64 && grep -q "^t$1,.*,total," "$box/verdict" && return
    its_words "$box" >"$scratch/said"
    return 1
}
n=0
while IFS='|' read -r _ name _; do
    n=$((n + 1))
    is "$name" taken $n
done <"$scratch/list"
