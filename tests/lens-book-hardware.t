#!/bin/sh
# At 128, where the lens runs every block (or, where no card was read there, at 4096), it counts the global requests and sectors that
# the hardware counted, of every kernel that both have.
. "$(dirname "$0")/lens/tap.sh"

# agree LENS COUNTERS: prints a line for each number that differs, and how many were compared.
agree() {
    at=128
    grep -q ",128,128,128," "$2" || at=4096
    awk -F, -v lens="$1" -v size=$at '
        /^#/ { next }
        FNR == 1 || $1 == "kernel" { for (i = 1; i <= NF; ++i) at[FILENAME, $i] = i; next }
        { kernel = $1; n = $2 }
        n != size { next }
        FILENAME == lens {
            if ($5 == "total" && $6 == "global" && $7 != "atomic") {
                counted[kernel, $7 "_requests"] = $9; counted[kernel, $7 "_sectors"] = $10
            }
            known[kernel] = 1
            next
        }
        kernel in known {
            for (w = split("load_requests load_sectors store_requests store_sectors", what, " "); w; --w) {
                mine = counted[kernel, what[w]] + 0; theirs = $at[FILENAME, what[w]] + 0
                ++compared
                if (mine != theirs) { bad = 1
                    print "# " kernel ": " what[w] " " mine " by the lens, " theirs " by the card" }
            }
        }
        END { if (!compared) print "# nothing to compare"; exit bad || !compared }' "$1" "$2"
}
not() { ! "$@" >/dev/null; }

stems=$(cd data/lens && for f in *.csv; do
    [ ! -f "../nvidia-h200/counters/$f" ] || echo "${f%.csv}"
done)
plan $(($(echo "$stems" | wc -l) + 1))
for stem in $stems; do
    is "$stem: lens and card are equal" \
        agree "data/lens/$stem.csv" "data/nvidia-h200/counters/$stem.csv"
done
sed 's/^\(naive,128,.*total,global,load,all,131072,\)2162688/\12162689/' data/lens/naive.csv >"$scratch/one-more.csv"
is 'one sector more is noticed' \
    not agree "$scratch/one-more.csv" data/nvidia-h200/counters/naive.csv
