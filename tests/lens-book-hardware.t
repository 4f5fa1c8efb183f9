#!/bin/sh
# At 128, where the lens runs every block, it counts the global requests and sectors that the
# hardware counted, of every kernel that both have.
. "$(dirname "$0")/lib/lens.sh"

# twice CHAPTER: prints the kernels that load some sectors twice on the card, and only there:
# asynchronous copies into rows padded by 16 bytes, which may fetch each half of a sector apart,
# and such of one float4 to several places, which the card fetches for each.
twice() {
    case $1 in
    async) echo unpacked ;;
    registers) echo by-rows-float4 by-rows zigzag-float4 zigzag other-bank same-bank ;;
    wmma) echo async async-64x64 preload 128x128-k64 256x128-k32 pipelined ;;
    precision) echo half half-accumulator bf16 tf32 ;;
    esac
}

# dealt CHAPTER: prints the kernels whose work is dealt to the processors that are there: on a
# card to others than here.
dealt() {
    case $1 in
    summit) echo stream-k stream-k-loop-8 16x12 16x12-loop-8 16x12-k32 16x12-same-bank early-start tile-256x192 tile-512x48 unpacked-128x256 unpacked-128x128 unpacked-64x128 summit ;;
    esac
}

# by_engine CHAPTER: prints the lines that have the copy engine load. Its loads are no warp's,
# and the card counts none.
by_engine() {
    grep -n '^ *start_box(' "code/$1.cu" | cut -d : -f 1 | tr '\n' ' '
}

# agree CHAPTER LENS COUNTERS: prints a line for each number that differs without a reason,
# and for each reason without a difference.
agree() {
    awk -F, -v lens="$2" -v twice="$(twice "$1")" -v dealt="$(dealt "$1")" -v engine="$(by_engine "$1")" '
        BEGIN { for (i = split(twice, name, " "); i; --i) excused[name[i]] = 1
            for (i = split(dealt, name, " "); i; --i) apart[name[i]] = 1
            for (i = split(engine, name, " "); i; --i) boxes[name[i]] = 1 }
        function add(what, times) {
            counted[kernel, what "_requests"] += times * $9; counted[kernel, what "_sectors"] += times * $10
        }
        /^#/ { next }
        FNR == 1 || $1 == "kernel" { for (i = 1; i <= NF; ++i) at[FILENAME, $i] = i; next }
        { kernel = $1 }
        $2 != 128 || $3 != 128 || $4 != 128 { next }
        FILENAME == lens {
            if ($5 == "total" && $6 == "global" && $7 != "atomic") add($7, 1)
            if ($5 in boxes && $6 == "global") add("load", -1)
            known[kernel] = 1
            next
        }
        kernel in known && !(kernel in apart) {
            for (w = split("load_requests load_sectors store_requests store_sectors", what, " "); w; --w) {
                mine = counted[kernel, what[w]] + 0; theirs = $at[FILENAME, what[w]] + 0
                ++compared
                if (what[w] == "load_sectors" && kernel in excused && mine < theirs && theirs <= 2 * mine)
                    delete excused[kernel]
                else if (mine != theirs) { bad = 1
                    print "# " kernel ": " what[w] " " mine " by the lens, " theirs " by the card" }
            }
        }
        END {
            for (kernel in excused) { bad = 1; print "# " kernel ": no sector is loaded twice" }
            if (!compared) print "# nothing to compare"
            exit bad || !compared }' "$2" "$3"
}
not() { ! "$@" >/dev/null; }

stems=$(cd data/lens && for f in *.csv; do
    [ ! -f "../nvidia-h200/counters/$f" ] || echo "${f%.csv}"
done)
plan $(($(echo "$stems" | wc -l) + 7))
for stem in $stems; do
    is "$stem: lens and card are equal" \
        agree $stem "data/lens/$stem.csv" "data/nvidia-h200/counters/$stem.csv"
done
sed 's/^\(naive,128,.*total,global,load,all,131072,\)2162688/\12162689/' data/lens/naive.csv >"$scratch/one-more.csv"
is 'one sector more is noticed' \
    not agree naive "$scratch/one-more.csv" data/nvidia-h200/counters/naive.csv

# with KERNEL COLUMN COUNT: are the counters of wmma accepted when one of them is COUNT?
with() {
    awk -F, -v OFS=, -v kernel="$1" -v column="$2" -v count="$3" '
        $1 == "kernel" { for (i = 1; i <= NF; ++i) at[$i] = i }
        $1 == kernel && $2 == 128 { $at[column] = count }
        { print }' data/nvidia-h200/counters/wmma.csv >"$scratch/changed.csv"
    agree wmma data/lens/wmma.csv "$scratch/changed.csv"
}
is 'a padded copy may load some of its 2048 sectors twice' with async load_sectors 2049
is 'but none three times' not with async load_sectors 4097
is 'nor load fewer' not with async load_sectors 2047
is 'nor be excused when it loads them once' not with async load_sectors 2048
is 'nor ask more often' not with async load_requests 129
is 'a padded copy through registers loads each once' not with staged-padded load_sectors 2049
