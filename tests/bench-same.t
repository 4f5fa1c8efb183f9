#!/bin/sh
# Another source with the same machine code, launched alike, keeps its records; any other does not.
. "$(dirname "$0")/lib/unit.sh"
needs_nvcc
command -v git >/dev/null || {
    echo "1..0 # SKIP no git here, which has the program as it was"
    exit 0
}
mkdir -p "$scratch/code" "$scratch/data/card" && cp -R code/bench code/tools code/kernels "$scratch/code" && cd "$scratch" || exit 1
cat >code/toy.cu <<'END'
#include "bench/bench.h"
#include "kernels/gemm.h"
__constant__ float weight[2] = {2.0f, 3.0f};
static __global__ void clear(float *c) { c[threadIdx.x] = 0; }
template <int N, int LAST>
__global__ void __launch_bounds__(128) twice(int M, const float *A, float *C)
{
    __shared__ float tile[N];
    tile[threadIdx.x % N] = A[threadIdx.x];
    __syncthreads();
    C[threadIdx.x] = tile[LAST ? N - 1 : 0] * weight[M % 2];
}
template <int N, int LAST>
static void run_twice(int M, int N_, int K, float alpha, const float *A, const float *B, float beta, float *C)
{
    if (M > N_) clear<<<1, 128>>>(C);
    cudaFuncSetAttribute(twice<N, LAST>, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096);
    twice<N, LAST><<<grid(blocks(M, 64), 2), 128, 16>>>(M, A, C);
}
extern "C" {
extern const struct kernel kernels[] = {
    KERNEL_AT("small", 0, twice, 8, 8, 8, 32, 0),
    KERNEL_AT("large", 0, twice, 8, 8, 8, 64, 1),
    {},
};
}
END
record() { # COMPILER: of the program as it is
    printf '# %s\n' 'program: code/toy.cu' "source-sha256: $(code/tools/hash.sh code/toy.cu)" 'compute-capability: 9.0' \
        "compiler: $1" 'flags: -arch=native -O3 -lineinfo' >data/card/toy.csv
}
same() { code/tools/same.sh card "$nvcc" '-Icode' HEAD toy >said 2>&1; }
joined() { awk -v is="$(code/tools/hash.sh code/toy.cu)" '$3 == is { n++ } END { exit n != 1 }' data/card/same.tsv; }
says() { grep -qx "toy: $1" said; }
refuses() { # NAME SED WHAT: after such an edit one kernel differs, and its line goes
    cp code/toy.cu kept
    sed "$2" kept >code/toy.cu
    ! cmp -s kept code/toy.cu || echo "$1: the edit does nothing" >&2
    same
    is "$1: exit 1" [ $? = 1 ]
    is 'and what differs' says "$3"
    isnt 'and no line' joined
    cp kept code/toy.cu
}
version="nvcc $("$nvcc" --version | sed -n 's/.*, V//p')"
git init -q . && git add code && git -c user.name=x -c user.email=x commit -qm measured || exit 1
record "$version"

plan 50
same
is 'nothing has changed: exit 0' [ $? = 0 ]
isnt 'and no line' joined
sed -i 's/LAST/END/g; s/\btwice\b/doubled/g; s/run_twice/run_doubled/g; s/tile\b/part/g; s/ ? N - 1 : 0/ ? 64 - 1 : 0/' code/toy.cu
same
is 'other names, and another way to say the same: exit 0' [ $? = 0 ]
is 'each kernel is the same' [ "$(cat said)" = "toy: same small
toy: same large" ]
is 'and a line joins the records' joined
refuses 'a constant' 's/64 - 1/64 - 2/' 'differs large: .text of .*'
refuses 'a value in constant memory' 's/3.0f/4.0f/' 'differs \.nv\.constant3: .*'
refuses 'the size of a block' 's/, 128, 16>/, 64, 16>/' 'differs small: host code of .*'
refuses 'the tiles in the grid' 's/M, 64/M, 32/' 'differs large: host code of .*'
refuses 'an attribute of a kernel' 's/4096/8192/' 'differs small: host code of .*'
refuses 'the bounds of a launch' 's/__launch_bounds__(128)/__launch_bounds__(96)/' 'differs small: .*'
refuses 'two kernels under exchanged names' '/KERNEL/{s/small/SMALL/; s/large/small/; s/SMALL/large/}' 'differs .*: host code of .*'
same
joined_to=$(git rev-parse HEAD)
git -c user.name=x -c user.email=x commit -qam renamed
sed -i 's/doubled/again/g; s/part\b/piece/g' code/toy.cu
same
is 'records that are joined to the commit: exit 0' [ $? = 0 ]
is 'and are joined on' joined
sed -i '/^toy/d' data/card/same.tsv
same
is 'but not without that line: exit 2' [ $? = 2 ]
git checkout -q "$joined_to" -- code/toy.cu
sed -i 's/-arch=native/-gencode=arch=compute_90a,code=sm_90a/' data/card/toy.csv
git -c user.name=x -c user.email=x commit -qam 'as measured'
sed -i 's/LAST/END/g; s/ ? N - 1 : 0/ ? 64 - 1 : 0/' code/toy.cu
same
is 'records for one architecture alone: exit 0' [ $? = 0 ]
sed 's/^\(# source-sha256:\).*/\1 '"$(code/tools/hash.sh code/toy.cu)/" data/card/toy.csv >data/card/toy-more.csv
same
is 'beside a record of the program as it is: exit 0' [ $? = 0 ]
is 'and the others are joined' joined
rm data/card/toy-more.csv
record "$version"
same
is 'records of the program as it is: exit 0' [ $? = 0 ]
isnt 'and no line' joined
sed -i 's/tile\b/part/g' code/toy.cu
same
is 'records that are of no such commit: exit 2' [ $? = 2 ]
is 'and so it says' grep -q 'not measured with what it is in HEAD' said
git checkout -q code/toy.cu && record 'nvcc 1.0' && sed -i 's/ ? N - 1 : 0/ ? 64 - 1 : 0/' code/toy.cu
same
is 'records by another compiler: exit 2' [ $? = 2 ]
is 'and both are named' grep -q "are of nvcc 1.0, and here is $version" said
git checkout -q code/toy.cu && record "$version" && mkdir data/card/counters && mv data/card/toy.csv data/card/counters
cat >>code/toy.cu <<'END'
static __global__ void fresh(float *c) { c[0] = 1; }
static int measure_fresh(long long, struct samples *)
{
    fresh<<<1, 1>>>(0);
    return 0;
}
extern "C" {
extern const struct probe probes[] = {{"toy", "fresh", "us", {1}, measure_fresh}, {}};
}
END
same
is 'counters beside other probes: exit 0' [ $? = 0 ]
is 'which are named' says 'differs probes: is new'
is 'and the counters are joined' joined
cp data/card/counters/toy.csv data/card/toy.csv
same
is 'but not what probes were measured with: exit 1' [ $? = 1 ]
isnt 'and no line' joined
record "$version" && rm data/card/counters/toy.csv && git add code && git -c user.name=x -c user.email=x commit -qm 'with a probe'
sed -i '/^static int measure_fresh/i static __global__ void later(float *c) { c[0] = 2; }\
static int measure_later(long long n, struct samples *)\
{\
    later<<<n, 1>>>(0);\
    return 0;\
}' code/toy.cu
sed -i 's/measure_fresh}, {}/measure_fresh}, {"toys", "later", "us", {1, 2}, measure_later}, {}/' code/toy.cu
mkdir code/probes && echo 'enum { OF_LATER };' >code/probes/later.h && sed -i '1i #include "probes/later.h"' code/toy.cu
same
is 'a probe behind those that were measured: exit 0' [ $? = 0 ]
is 'which is named' says 'new probes: 1'
is 'and the records are joined' joined
sed -i 's/{"toy", "fresh", "us", {1}/{"toy", "fresh", "us", {3}/' code/toy.cu
same
is 'but not where one that was measured has changed: exit 1' [ $? = 1 ]
is 'and what differs' says 'differs probes: host code of probes, .*'
sed -i 's/{"toy", "fresh", "us", {3}/{"toy", "fresh", "us", {1}/; s/c\[0\] = 1/c[0] = 3/' code/toy.cu
same
is 'nor where its kernel has: exit 1' [ $? = 1 ]
isnt 'and no line' joined
