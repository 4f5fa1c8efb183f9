#!/bin/sh
# tensors.sh: run after tuned.sh in a copy of tests/fixtures/records, adds the chapter wmma,
# whose rung takes halves, and made-up records of all that its figures want. A lane holds
# of a fragment what it holds on an H200. `tensors.sh CARD` writes them for that folder of
# data/ instead, without bf16 and tf32.
set -eu
records=data/${1:-nvidia-h200}
model=$(ls "$records"/*.csv | sed 1q)

if [ $# = 0 ]; then
    printf -- '---\ntitle: wmma\nshort: Tensor cores\nrung: pipelined\ninputs: half\nceiling: wmma-registers\n---\n\nText.\n' \
        >chapters/wmma.md
    echo wmma >>book/contents
fi

# record KIND NAME COLUMNS: whole, with the rows that come in.
record() {
    {
        sed "/^[^#]/,\$d; s/^# kind: .*/# kind: $1/; s|^# program: .*|# program: code/wmma.cu|" "$model"
        echo "$3"
        cat
    } >"$records/$2.csv"
    echo "# end: $(grep -vc '^#\|^probe,\|^kernel,' "$records/$2.csv") rows" >>"$records/$2.csv"
}

awk 'BEGIN {
    count = split("fragment=24e3 fragments-4x4=90e3 staged=60e3 staged-padded=170e3 async=220e3 async-64x64=320e3 preload=330e3 pipelined=400e3 cublas=700e3", kernels, " ")
    sizes = split("256 512 1000 1024 2048 4092 4096 8192", n, " ")
    for (i = 1; i <= sizes; i++) for (k = 1; k <= count; k++) {
        split(kernels[k], part, "=")
        if (n[i] % 16 && part[1] ~ /^fragment/) continue
        at = part[2] * n[i] / (n[i] + 900) * (n[i] % 64 ? 0.4 : 1) * 4996 / 4096
        printf "%s,%d,%d,%d,%.1f,%.1f,%.1f,15,%.5f,%.5f,%.5f,0.01,1900\n", part[1], n[i], n[i], n[i], at, at * 0.99,
            at * 1.01, part[2] / 700e3, part[2] / 703e3, part[2] / 697e3
    }
}' </dev/null | record gemm wmma kernel,m,n,k,gflops,lo,hi,runs,ratio,ratio_lo,ratio_hi,error,clock

mkdir -p "$records/counters"
for kernel in staged staged-padded async async-64x64 pipelined; do
    echo "$kernel,4096,4096,4096,12,1,2,3,1,1.5,0.5,1,0.7,1.1"
done | record counters counters/wmma kernel,m,n,k,stall_total,stall_selected,stall_ready,stall_long,stall_lg,stall_short,stall_mio,stall_barrier,stall_math,stall_wait

probe=probe,size,unit,value,lo,hi,runs,clock
printf '%s,%d,GFLOP/s,%d,1,999999,15,1900\n' wmma-registers 1 640000 wmma-registers 2 655000 wmma-registers 4 650000 \
    wmma-shared 1 240000 wmma-shared 2 450000 wmma-shared 4 540000 wmma-shared-ahead 4 600000 | record probe wmma-ceilings $probe

awk -v few=$# 'BEGIN {
    split("float=4e-8 tf32=1e-4 half=1e-4 bf16=9e-4 float-sums=2e-7 half-sums=3e-4 float-sums-positive=6e-6 half-sums-positive=3e-3", of, " ")
    for (i = 1; i in of; i++) for (K = 64; K <= 16384; K *= 4) {
        split(of[i], part, "=")
        if (few && part[1] ~ /^(tf32|bf16)$/) continue
        up = part[1] ~ /positive/ ? 1 : -0.5
        printf "%s,%d,relative,%g,0,1,5,1900\n", part[1], K, part[2] * (K / 1024) ^ up
        printf "%s-bound,%d,relative,%g,0,9,1,1900\n", part[1], K, 0.001 + K * (part[1] ~ /^half-/ ? 2 ^ -11 : 2 ^ -23)
    }
}' </dev/null | record probe wmma-numerics $probe

awk 'BEGIN {
    for (lane = 0; lane < 32; lane++) for (place = 0; place < 8; place++) {
        row = int(lane / 4) + 8 * (int(place / 2) % 2)
        col = 2 * (lane % 4) + place % 2 + 8 * int(place / 4)
        line = ",element,%d,0,255,1,1900\n"
        printf "accumulator,%d" line, 1 + 8 * lane + place, 16 * row + col
        for (half = 0; half < 2; half++) {
            printf "a,%d" line, 1 + 16 * lane + 8 * half + place, 16 * row + col
            printf "b,%d" line, 1 + 16 * lane + 8 * half + place, 16 * col + row
        }
    }
}' </dev/null | record probe wmma-map $probe
