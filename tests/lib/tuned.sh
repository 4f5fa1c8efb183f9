#!/bin/sh
# tuned.sh: run in a copy of tests/fixtures/records, adds the chapters from coarsening-1d
# to warptiling and made-up records of all that their figures want: kernels, counters, and
# what a tuner finds on eight shapes, and on one unseen. The speeds come from a formula, so a test can say
# which configuration is the fastest: see `speed` below.
set -eu
records=data/nvidia-h200

chapter() {                              # STEM RUNG
    printf -- '---\ntitle: %s\nshort: %s\nrung: %s\n---\n\nText.\n' "$1" "$1" "$2" >"chapters/$1.md"
    echo "$1" >>book/contents
}

# head KIND STEM: the header of a record of that kind, on the card of the other records.
head() {
    sed -n "1d;/^kernel,/q;s/^# kind: .*/# kind: $1/;s|code/coalescing|code/$2|;p" $records/coalescing.csv |
        sed '1i\
# record: tiles 1'
}

# whole FILE: what comes in, whole, with its last line.
whole() {
    cat >"$1"
    rows=$(($(grep -vc '^# ' "$1") - 1))
    [ "$rows" -gt 0 ]
    echo "# end: $rows rows" >>"$1"
}

# Where the cycles of a warp go: all, and eight causes of most of twelve; and the slots that are full.
stalls=stall_total,stall_selected,stall_ready,stall_long,stall_lg,stall_short,stall_mio,stall_barrier,stall_dispatch,issue_busy
for stem in naive coalescing; do
    file=$records/counters/$stem.csv
    awk -v names=$stalls '!/^#/ { $0 = $0 (seen++ ? ",12,1,2,3,1,1.5,0.5,1,1.2,33" : "," names) } 1' "$file" >new && mv new "$file"
done

# gemm STEM KERNEL=GFLOPS…: its record and its counters.
gemm() {
    stem=$1
    shift
    {
        head gemm "$stem"
        echo kernel,m,n,k,gflops,lo,hi,runs,ratio,ratio_lo,ratio_hi,error,clock
        printf '%s\n' "$@" cublas=52000 | awk -F = '{
            split("256 512 1000 1024 2048 4092 4096 8192", sizes, " ")
            for (i = 1; i in sizes; i++) {
                n = sizes[i]; at = $2 * n / (n + 600) * (n % 2 ? 0.9 : n % 64 ? 0.95 : 1)
                printf "%s,%d,%d,%d,%.1f,%.1f,%.1f,20,%.4f,%.4f,%.4f,0.01,1980\n", $1, n, n, n,
                    at, at * 0.99, at * 1.005, $2 / 52000, $2 / 52500, $2 / 51500
            }
        }'
    } | whole "$records/$stem.csv"
    {
        head counters "$stem"
        echo kernel,m,n,k,data_wavefronts,dram_read_bytes,dram_write_bytes,occupancy,registers,time_us,$stalls
        printf '%s\n' "$@" cublas=52000 | awk -F = '{
            printf "%s,4096,4096,4096,%.0f,%.0f,6.9e7,%g,%d,%g,12,1,2,3,1,1.5,0.5,1,1.2,33\n", $1, 4e13 / $2, 4e13 / $2,
                ($2 > 20000 ? 25 : 50), ($2 > 20000 ? 168 : 64), 1.374e8 / $2
        }'
    } | whole "$records/counters/$stem.csv"
}

chapter coarsening-1d tm-8
gemm tiling tile-32-ahead=9700
gemm coarsening-1d tm-1=8100 tm-2=12300 tm-4=17200 tm-8=21900 tm-16=20100 tm-32=14800
chapter coarsening-2d 8x8
gemm coarsening-2d $(for tm in 1 2 4 8 16; do
    for tn in 1 2 4 8 16; do
        echo "${tm}x$tn=$(awk "BEGIN { print int(60000 * $tm * $tn / ($tm + $tn) / ($tm * $tn / ($tm + $tn) + 6) * ($tm * $tn > 128 ? 0.4 : 1)) }")"
    done
done)
chapter vectorized float4
gemm vectorized float4=41000 scalar=32000 transposed=38000 spread=32500 transposed-spread=40000 \
    float4-loads=36000 float4-transposed=42000 float4-spread=37500 vectorized=47000
chapter autotuning tuned
gemm autotuning tuned=45500
chapter warptiling warp-64x32
gemm warptiling warp-64x32=48700

# The sweep; of those within 4 % of the fastest, the first one is the winner.
# tuned KIND SHAPES
tuned() {
    awk -v want="$1" -v asked="$2" '
    function speed(bm, bn, bk, tm, tn, m, n, k,   waves, reuse, ragged) {
        waves = (int((m + bm - 1) / bm) * int((n + bn - 1) / bn)) / 132
        ragged = m * n / (int((m + bm - 1) / bm) * bm * int((n + bn - 1) / bn) * bn)
        reuse = bm * bn / (bm + bn) / 64 * tm * tn / (tm + tn) / 4
        return 52000 * reuse / (reuse + 0.5) * ragged * (waves < 1 ? waves : 1) * k / (k + 100) \
            * (bk == 16 ? 1 : 0.97) * (tm * tn > 100 ? 0.55 : 1)
    }
    function status(bm, bn, bk, tm, tn,   threads) {
        threads = bm * bn / tm / tn
        if (bm == 64 && bn == 64 && bk == 8 && tm == 16 && tn == 16) return "wrong: C[3][5] is 1; not 2"
        if (threads < 64) return "threads"
        if (threads > 1024) return "threads"
        return tm * tn > 100 ? "spills" : "ok"
    }
    BEGIN {
        count = split(asked, shapes, " ")
        if (want == "tuning")
            print "config,bm,bn,bk,tm,tn,wm,wn,m,n,k,status,registers,shared,gflops,lo,hi,runs,ratio"
        else if (want == "winners")
            print "m,n,k,config,bm,bn,bk,tm,tn,wm,wn,gflops,lo,hi,ratio,best,best_gflops,runs,search,search_gflops,search_runs"
        else print "m,n,k,step,config,gflops,best"
        for (s = 1; s <= count; s++) {
            split(shapes[s], e, "x")
            top = tried = held = 0
            for (bm = 64; bm <= 256; bm *= 2) for (bn = 64; bn <= 256; bn *= 2)
            for (bk = 8; bk <= 16; bk *= 2) for (tm = 4; tm <= 16; tm *= 2) for (tn = 4; tn <= 16; tn *= 2) {
                name = bm "x" bn "x" bk "-" tm "x" tn
                tiles = bm "," bn "," bk "," tm "," tn ",,"
                how = status(bm, bn, bk, tm, tn)
                if (how != "ok" && how != "spills") {
                    if (want == "tuning" && s == 1) print name "," tiles ",,,," how ",,,,,,,"
                    continue
                }
                at = speed(bm, bn, bk, tm, tn, e[1], e[2], e[3])
                if (want == "tuning")
                    printf "%s,%s,%d,%d,%d,%s,%d,%d,%.1f,%.1f,%.1f,20,%.4f\n", name, tiles, e[1], e[2],
                        e[3], how, tm * tn + 40, (bm + bn) * bk * 4, at, at * 0.99, at * 1.01, at / 52000
                if (at > top) { top = at; best = name }
                names[++tried] = name; rate[tried] = at; all_tiles[tried] = tiles
                if (tried % 11 == 5 && tried <= 110) {
                    if (at > held) { held = at; found = name }
                    if (want == "search")
                        printf "%d,%d,%d,%d,%s,%.1f,%.1f\n", e[1], e[2], e[3], (tried + 6) / 11, name, at, held
                }
            }
            for (w = 1; rate[w] < 0.96 * top;) w++
            if (want == "winners")
                printf "%d,%d,%d,%s,%s,%.1f,%.1f,%.1f,%.4f,%s,%.1f,%d,%s,%.1f,10\n", e[1], e[2], e[3], names[w],
                    all_tiles[w], rate[w], rate[w] * 0.99, rate[w] * 1.01, rate[w] / 52000, best, top, tried, found, held
        }
    }' </dev/null
}
shapes='512x512x512 1000x1000x1000 1024x1024x1024 2048x2048x2048 4096x4096x4096 64x4096x4096 4096x64x4096 256x256x16384'
for kind in tuning winners search; do
    { head $kind autotuning && tuned $kind "$shapes"; } | whole "$records/autotuning-$kind.csv"
    { head $kind autotuning && tuned $kind 3072x3072x3072; } | whole "$records/autotuning-unseen-$kind.csv"
done
# The same sweep again, the lanes of each warp as 4 x 8, 8 x 4 or 16 x 2.
{ head tuning warptiling && tuned tuning "$shapes" | awk -F , -v OFS=, 'NR > 1 { $7 = $2 / 16 * $5; $8 = 512 / $2 * $6 } 1'; } |
    whole "$records/warptiling-tuning.csv"
