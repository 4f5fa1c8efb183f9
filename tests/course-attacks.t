#!/bin/sh
# What a program hands in that does not want to be judged gets it nothing but a sentence.
. "$(dirname "$0")/lib/course.sh"
export COURSE_SECONDS=4
plan 55

# refused NAME SENTENCE <PROGRAM: neither products nor counts are worth anything
refused() {
    hand_in "$1"
    grade "$1" && grep -q "^public, 0 of 15: .*$2" "$scratch/said" && [ "$(points hidden)" = 0 ] && [ "$(points counts)" = 0 ]
}
before_kernel() { sed "/^template <int T>\$/{
x
s/^/x/
/^x\$/{
x
i\\
$1
b
}
x
}" "$key/solution.cu"; }
launcher() { sed "s/^    if (M == 0 || N == 0)\$/    $1\n&/" "$key/solution.cu"; }

before_kernel '#include <stdlib.h>\
__attribute__((constructor)) static void win(void) { exit(0); }' >"$scratch/x"
is 'a constructor that exits 0' refused x 'uses `constructor`' <"$scratch/x"
before_kernel 'static int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += blockDim.x; return s; }\
static volatile int won = sum(7);' >"$scratch/x"
is 'a variable whose value is computed before main()' refused x 'runs code before or after main' <"$scratch/x"
launcher 'printf("tiled 99 small products are right\\nend\\n");' | sed 's/^#include "kernels\/gemm.h"/&\n#include <stdio.h>/' >"$scratch/x"
is 'the line that says all is right, printed' refused x 'calls or uses `\(printf\|puts\)`' <"$scratch/x"
launcher 'for (int i = 0; i < M * N; ++i) C[i] = 0;' >"$scratch/x"
is 'a loop of the host in place of the kernel' refused x 'the host touches device memory' <"$scratch/x"
before_kernel '#include <cuda_runtime.h>\
static float there[1024];' | sed 's/^    if (M == 0 || N == 0)$/    cudaMemcpy(there, A, 4, cudaMemcpyDeviceToHost);\n&/' >"$scratch/x"
is 'a copy to the host' refused x 'calls or uses `cudaMemcpy`' <"$scratch/x"
sed 's/8192, 0,/8192, PATTERN,/' "$key/solution.cu" >"$scratch/x"
is 'PATTERN in the table' refused x 'flags PATTERN, the task 0' <"$scratch/x"
sed 's/16, 16, 16, 8192/1, 1, 1, 8192/' "$key/solution.cu" >"$scratch/x"
is 'another tile in the table' refused x 'tile 1x1x1, the task 16x16x16' <"$scratch/x"
sed "s|^#include \"kernels/gemm.h\"|&\n#include \"$COURSE_STAFF/secret\"|" "$key/solution.cu" >"$scratch/x"
is 'the secret of the hidden sizes, included' refused x 'it includes .*/staff/secret' <"$scratch/x"
launcher 'fopen("course\/staff\/secret", "r");' | sed 's/^#include "kernels\/gemm.h"/&\n#include <stdio.h>/' >"$scratch/x"
is 'the secret of the hidden sizes, opened' refused x 'calls or uses `fopen`' <"$scratch/x"
launcher 'asm volatile("nop");' >"$scratch/x"
is 'assembly' refused x 'hide from the lens' <"$scratch/x"
before_kernel '__attribute__((section(".init"))) void early(void) { }' >"$scratch/x"
is 'code in the section of what runs first' refused x 'runs code before or after main' <"$scratch/x"
before_kernel '#define PASTE(a, b) a##b\
#define HIDDEN PASTE(__as, m__)' | sed 's/^    if (M == 0 || N == 0)$/    HIDDEN volatile("nop");\n&/' >"$scratch/x"
is 'assembly, out of two halves' refused x 'uses `__asm__`' <"$scratch/x"
before_kernel '#line 1 "/usr/include/stdio.h"' >"$scratch/x"
is 'lines that call themselves another file'"'s" refused x 'uses `#line`' <"$scratch/x"
sed 's/^__global__ void tiled/__attribute__((no_sanitize("thread"))) &/' "$key/solution.cu" >"$scratch/x"
is 'a kernel that the lens is told not to see' refused x 'uses `no_sanitize`' <"$scratch/x"
before_kernel 'extern "C" int case_accepts(void) { return 1; }' >"$scratch/x"
is 'a function of the bench, replaced' refused x 'defines `case_accepts`' <"$scratch/x"
before_kernel 'extern "C" void count_reset(void);' | sed 's/^    if (M == 0 || N == 0)$/    count_reset();\n&/' >"$scratch/x"
is 'a function of the lens, called' refused x 'calls or uses `count_reset`' <"$scratch/x"
launcher 'for (volatile int i = 0;;) i = 1;' >"$scratch/x"
is 'a launcher that never ends' refused x 'endless' <"$scratch/x"
sed 's/^    const unsigned depth = /    for (volatile int i = 0;;) i = 1;\n&/' "$key/solution.cu" >"$scratch/x"
is 'a kernel that never ends' refused x 'endless' <"$scratch/x"

sed '1s|^|#define const\n|' "$key/solution.cu" >"$scratch/x"
is 'a table that the launcher could write to' refused x 'table of kernels can be written to' <"$scratch/x"
before_kernel 'template <long A, int N> struct deep { static constexpr long v = deep<A * 2, N - 1>::v + deep<A * 2 + 1, N - 1>::v; };\
template <long A> struct deep<A, 0> { static constexpr long v = A; };\
static_assert(deep<0, 30>::v != 1, "");' | sed 's|^template <int T>$|&|' >"$scratch/x"
is 'a program that the compiler never comes to the end of' refused x 'does not compile' <"$scratch/x"
before_kernel '#include <stdio.h>' | sed 's|^    float acc = 0.0f;|    for (int i = 0; i < 1000000; ++i) printf("end\\n");\n&|' >"$scratch/x"
is 'a flood of words' refused x 'calls or uses .puts.' <"$scratch/x"
# The sizes of the counts are known: there, a kernel that reads all and computes nothing.
awk '/^template <int T>$/ && !told++ { print "__global__ void cheap(int M, int N, int K, const float *A, const float *B, float *C)\n{\n    float s = 0;\n    const int first = blockIdx.x * 256 + threadIdx.x;\n    for (int i = first; i < M * K; i += 1024) s += A[i];\n    for (int i = first; i < K * N; i += 1024) s += B[i];\n    for (int i = first; i < M * N; i += 1024) C[i] = s;\n}" } { print } /^    if \(M == 0 .. N == 0\)$/ { getline; print; print "    if (M == 96 && N == 96) {\n        cheap<<<4, 256>>>(M, N, K, A, B, C);\n        return;\n    }" }' "$key/solution.cu" >"$scratch/x"
hand_in x <"$scratch/x"
grade x
is 'another kernel where it is counted' grep -q '^counts, 0 of 30: tiled at 96x96x96.*should be' "$scratch/said"

# So are the inputs of the counts of those who may try as often as they like.
sed "s/^    if (remainder > 0) {/    if (M == 96 \&\& A[0] == 0.475036323f) {\n        float s = 0;\n        const unsigned i = (blockIdx.y * gridDim.x + blockIdx.x) * T * T + y * T + x;\n        if (i < (unsigned)(M * K)) s += A[i];\n        if (i < (unsigned)(K * N)) s += B[i];\n        if (row < M \&\& col < N) C[(size_t)row * N + col] = s;\n        return;\n    }\n&/" "$key/solution.cu" >"$scratch/x"
mkdir "$scratch/known"
sh course/judge.sh "$unit" "$variant" "$scratch/x" "$scratch/known" "$key"
is 'nothing computed where the inputs of a count are seen' grep -q '^counts	0	30	tiled at 96x96x96, .*should be' "$scratch/known/points"
sed 's/^const struct kernel kernels/static char its_name[] = "tiled";\n&/; s/{"tiled",/{its_name,/' "$key/solution.cu" >"$scratch/x"
is 'a name in the table that may become another' refused x 'name for tiled can be written to' <"$scratch/x"
sed 's/^    if (M == 0 || N == 0)$/    static int calls;\n    if (++calls > 55)\n        *(unsigned *)\&kernels[0].flags = 2;\n&/; 0,/^template <int T>$/s//extern const struct kernel kernels[];\n&/' "$key/solution.cu" >"$scratch/x"
hand_in x <"$scratch/x"
grade x
is 'a store to the table, late and through a cast' grep -q '^public, 0 of 15: it does not compile: .*the lens does not see what is stored' "$scratch/said"
is 'and nothing is counted then' test "$(points counts)" = 0

# Accesses that the compiler would not report.
sed 's/acc += As\[y\]\[k\]/acc += lens_peek(\&As[y][k])/' "$key/solution.cu" >"$scratch/x"
is "what the lens itself reads with" refused x 'uses `lens_peek`' <"$scratch/x"
sed 's/#include "kernels\/gemm.h"/&\n#include <xmmintrin.h>/' "$key/solution.cu" >"$scratch/x"
is "what the laptop's processor loads with" refused x 'it includes .*xmmintrin.h' <"$scratch/x"
copied() { # COPY of T floats from a - x + k0 to v: a row for each thread costs its sectors
    sed "s/^        As\[y\]\[x\] = a\[k0\];/        float v[T];\n        $1;\n        As[y][x] = v[x];/; s/#include \"kernels\/gemm.h\"/&\n#include <algorithm>\n#include <string.h>/" "$key/solution.cu" >"$scratch/x"
    hand_in x <"$scratch/x"
    grade x && grep -q '^counts: global load sectors at 96x96x96, 4.2 of 12: .*62208, where' "$scratch/said"
}
is 'a copy by memcpy() is seen' copied '__builtin_memcpy(v, a - x + k0, sizeof v)'
is 'and one by std::copy()' copied 'std::copy(a - x + k0, a - x + k0 + T, v)'

# What one call could leave for the next, in an array of the device.
outcome_kept() { # KEY-TYPE KEY-OF-A KEY-OF-B: returns what was kept where the keys are those of the call before
    before_kernel "__device__ float kept[1 << 20];\\
__device__ $1 whose[2];\\
__device__ int of[3];\\
__global__ void note(int M, int N, int K, const float *A, const float *B)\\
{\\
    whose[0] = $2, whose[1] = $3;\\
    of[0] = M, of[1] = N, of[2] = K;\\
}" | sed "s/^    float acc = 0.0f;/&\\
    if (alpha != 0 \&\& K > 0 \&\& whose[0] == $2 \&\& whose[1] == $3 \&\& of[0] == M \&\& of[1] == N \&\& of[2] == K) {\\
        if (row < M \&\& col < N)\\
            put(\&C[(size_t)row * N + col], alpha, kept[row * N + col], beta);\\
        return;\\
    }/; s/^        put(&C.*/        &\\
    if (row < M \&\& col < N \&\& (size_t)M * N < 1 << 20)\\
        kept[row * N + col] = acc;/; s/^        M, N, K, alpha, A, B, beta, C);/&\\
    if (alpha != 0 \&\& K > 0 \&\& (size_t)M * N < 1 << 20)\\
        note<<<1, 1>>>(M, N, K, A, B);/"
}
outcome_kept 'const float *' A B >"$scratch/x"
is 'an outcome kept by the pointers' refused x 'should be' <"$scratch/x"
outcome_kept float 'A[0]' 'B[0]' >"$scratch/x"
hand_in x <"$scratch/x"
grade x
is 'one kept by the content is right' test -z "$(points public)$(points hidden)"
is 'but is of no use where everything is counted once: keeping costs' grep -q '^counts, 0 of 30: tiled at 96x96x96: a block stores 2048 bytes' "$scratch/said"
before_kernel '__device__ float packed[1 << 20];\
__global__ void pack(int n, const float *B)\
{\
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 1024)\
        packed[i] = B[i];\
}' | sed 's/^    if (M == 0 || N == 0)$/    static const float *last;\
    static int of[2];\
    if (alpha != 0 \&\& (size_t)K * N <= 1 << 20 \&\& (B != last || K != of[0] || N != of[1])) {\
        pack<<<4, 256>>>(K * N, B);\
        last = B, of[0] = K, of[1] = N;\
    }\
&/; s/const float \*b = B + /const float *b = ((size_t)K * N <= 1 << 20 ? packed : B) + /' >"$scratch/x"
is 'an operand packed once, and kept by its pointer' refused x 'should be' <"$scratch/x"
sed 's/^    float acc = 0.0f;/&\n    if (beta == 0 \&\& row < M \&\& col < N \&\& C[(size_t)row * N + col] == C[(size_t)row * N + col])\n        return;/' "$key/solution.cu" >"$scratch/x"
hand_in x <"$scratch/x"
grade x
is 'the result of the call before, in C' grep -q '^public, 0 of 15: uninitialised read: .*loads C\[0\]\[0\]' "$scratch/said"

# Work that somebody else does, or at another time, or with fewer bits.
before_kernel 'extern "C" void cublas(int, int, int, float, const float *, const float *, float, float *);' |
    sed 's/^    if (M == 0 || N == 0)$/    cublas(M, N, K, alpha, A, B, beta, C);\n&/' >"$scratch/x"
is 'the library' refused x 'calls or uses `cublas`' <"$scratch/x"
launcher 'cudaStream_t other; cudaStreamCreate(\&other);' >"$scratch/x"
is 'another stream' refused x 'calls or uses `cudaStreamCreate`' <"$scratch/x"
launcher 'cudaEvent_t now; cudaEventCreate(\&now);' >"$scratch/x"
is 'a clock of its own' refused x 'calls or uses `cudaEventCreate`' <"$scratch/x"
sed 's/^#include "kernels\/gemm.h"/&\n#include <mma.h>/; s/acc += As\[y\]\[k\] \* Bs\[k\]\[x\]/acc += nvcuda::wmma::__float_to_tf32(As[y][k]) * nvcuda::wmma::__float_to_tf32(Bs[k][x])/' "$key/solution.cu" >"$scratch/x"
is 'a product in TF32' refused x 'should be' <"$scratch/x"

# Memory that nobody would count.
sed 's/^        As\[y\]\[x\] = a\[k0\];/        As[y][x] = element(*(const many *)(a - x + k0), x);/; 0,/^template <int T>$/s//struct many { float v[T_OF_A]; };\n__device__ __noinline__ float element(many of, int i) { return of.v[i]; }\n&/; s/T_OF_A/16/' "$key/solution.cu" >"$scratch/x"
is 'a tile by value, which a call moves itself' refused x 'given by value what lies in memory' <"$scratch/x"
stand_in() { # LAUNCH: before that of the kernel, at the sizes of the counts, from stdin
    awk -v launch="$1" 'FNR == NR { code = code $0 "\n"; next } /^template <int T>$/ && !told++ { printf "%s", code } { print } /^    if \(M == 0 .. N == 0\)$/ { getline; print; print "    if (M * K < 9700 && K * N < 9700 && alpha != 0 && K > 0) {\n        " launch "\n        return;\n    }" }' - "$key/solution.cu"
}
stand_in 'take<<<blocks(M * K, 128), 128>>>(M * K, A, K * N, B);
        take<<<blocks(K * N, 128), 128>>>(0, A, K * N, B);
        slow<<<grid(blocks(N, T), blocks(M, T)), dim3(T, T)>>>(M, N, K, alpha, beta, C);' <<'END' >"$scratch/x"
__device__ float from_a[9700], from_b[9700];
__global__ void take(int a, const float *A, int b, const float *B)
{
    const int i = blockIdx.x * 128 + threadIdx.x;
    if (i < a) from_a[i] = A[i];
    else if (a == 0 && i < b) from_b[i] = B[i];
}
__global__ void slow(int M, int N, int K, float alpha, float beta, float *C)
{
    const unsigned row = block_y() * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float acc = 0;
    if (row >= M || col >= N) return;
    for (int k = 0; k < K; ++k) acc += atomicAdd(&from_a[row * K + k], 0.0f) * atomicAdd(&from_b[k * N + col], 0.0f);
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
END
hand_in x <"$scratch/x"
grade x
is 'atomics in place of loads' grep -q '^counts, 0 of 30: .*a block stores 197632 bytes' "$scratch/said"
sed 's/acc += As\[y\]\[k\] \* Bs\[k\]\[x\]/acc += atomicAdd(\&As[y][k], 0.0f) * atomicAdd(\&Bs[k][x], 0.0f)/' "$key/solution.cu" >"$scratch/x"
hand_in x <"$scratch/x"
grade x
is 'and in place of those from shared memory: each stores too' grep -q '^counts: shared store wavefronts at 96x96x96, 0 of 4: .* are enough; line .* (As)' "$scratch/said"
stand_in 'direct<<<grid(blocks(N, T), blocks(M, T)), dim3(T, T)>>>(M, N, K, alpha, A, B, beta, C);' <<'END' >"$scratch/x"
__global__ void direct(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    const unsigned row = block_y() * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float acc = 0;
    if (row >= M || col >= N) return;
    for (int k = 0; k < K; ++k) acc += A[(size_t)row * K + k] * B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}
END
hand_in x <"$scratch/x"
grade x
is 'no shared memory, so that none is counted' grep -q '^counts: shared load wavefronts at 96x96x96, 0 of 8: .*it does without shared memory' "$scratch/said"
stand_in 'cudaMemcpyToSymbol(from_a, A, sizeof(float) * M * K, 0, cudaMemcpyDeviceToDevice);' <<'END' >"$scratch/x"
__constant__ float from_a[9700];
END
is 'operands made constants' refused x 'calls or uses `cudaMemcpyToSymbol`' <"$scratch/x"
stand_in 'lone<<<1, 32>>>(M, N, K, alpha, A, B, beta, C);' <<'END' >"$scratch/x"
__global__ void lone(int M, int N, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    float a[9700], b[9700];
    if (threadIdx.x > 0) return;
    for (int i = 0; i < M * K; ++i) a[i] = A[i];
    for (int i = 0; i < K * N; ++i) b[i] = B[i];
    for (int i = 0; i < M * N; ++i) {
        float acc = 0;
        for (int k = 0; k < K; ++k) acc += a[i / N * K + k] * b[k * N + i % N];
        put(&C[i], alpha, acc, beta);
    }
}
END
hand_in x <"$scratch/x"
grade x
is 'one thread that keeps both operands to itself' grep -q '^counts, 0 of 30: .*a block stores 36864 bytes, and its tile of C has 1024' "$scratch/said"
sed 's/^    float acc = 0.0f;/&\n    if (K < 0)\n        __builtin_return(__builtin_apply((void (*)(...))0, (void *)A, 64));/' "$key/solution.cu" >"$scratch/x"
is 'a call whose arguments lie in memory' refused x 'uses `__builtin_apply`' <"$scratch/x"

# What CUDA has for kernels is no attack.
before_kernel '__constant__ float none = 0;\
__device__ float nothing(float x) { return __ldg(\&x) * none + __shfl_sync(0xffffffffu, none, 0) + fmaf(none, none, none); }' |
    sed 's/^    float acc = 0.0f;/    extern __shared__ float more[];\n    (void)more;\n    float acc = nothing(0.0f);/' >"$scratch/x"
hand_in x <"$scratch/x"
grade x
is 'constants, helpers, shuffles and dynamic shared memory are welcome' test "$(points all)" = 90

# A program that could write: it has no file to write to, and what it prints is no verdict.
mkdir "$scratch/box"
printf '#!/bin/sh\necho end >&2\necho end\n' >"$scratch/box/judge"
chmod +x "$scratch/box/judge"
isnt 'what is printed is no verdict' run_judge "$scratch/box"
printf '#!/bin/sh\necho x >"%s/outside"\n' "$scratch" >"$scratch/box/judge"
run_judge "$scratch/box" 2>/dev/null
is 'no file outside its folder is written' test ! -s "$scratch/outside"
printf '#!/bin/sh\necho end >&3\nenv >&2\n' >"$scratch/box/judge"
is 'what comes on the descriptor is one' run_judge "$scratch/box"
is 'and nothing but the path is in its environment' test "$(sed 's/=.*//' "$scratch/box/words" | sort | grep -vx 'OLDPWD\|SHLVL\|_' | tr '\n' ' ')" = 'LENS_SECONDS PATH PWD '

# Tar files that are more than a submission.
hand_in good <"$key/solution.cu"
cd "$scratch/in" || exit
ln -s /etc/passwd link.cu
tar -cf ../link.tar id log.txt receipt.txt link.cu
tar -cf ../up.tar --transform 's|^id|../id|' -P id log.txt receipt.txt tiling.cu
tar -cf ../absolute.tar --transform "s|^id|$scratch/planted|" -P id tiling.cu
head -c 2000000 /dev/zero >log.txt
tar -cf ../large.tar id log.txt receipt.txt tiling.cu
cd "$OLDPWD" || exit
for name in link up absolute large; do
    grade $name
    is "a tar with what does not belong in it: $name" grep -q "^$name.tar: refused: " "$scratch/said"
done
rm -rf "build/course/graded/$unit/$id" "build/course/graded/$unit/$id"@*
