#!/bin/sh
# On every shape whose configurations were all timed on an H200 the search is within 1 % of the
# fastest after a tenth of the runs; without the machine code it misses two of them, and would
# begin at 4096 with the kernel that the chapter names. Kernels for tensor cores have no scores,
# and are compared by their shares of the library's speed.
. "$(dirname "$0")/lib/tune.sh"
for stem in autotuning warptiling registers; do
    scores=tests/tune/scores/$stem.csv
    for record in data/nvidia-h200/$stem-tuning.csv data/nvidia-h200/$stem-unseen-tuning.csv; do
        [ "$(grep '^# source-sha256' "$record")" = "$(head -n 1 "$scores")" ] || {
            echo "Bail out! $scores is of another source than $record: tests/tune/scores.sh $stem makes it anew"
            exit 1
        }
        awk -F , -v stem="$stem" '/^#/ { next } FNR == NR { cycles[$1] = $2; next }
            $1 == "config" { for (i = 1; i <= NF; ++i) at[$i] = i; next }
            $at["gflops"] { print stem, $at["m"], $at["n"], $at["k"], $1, $at["gflops"], cycles[$1] + 0 }' \
            "$scores" "$record" | sort -s -k 2,4
    done
done >"$scratch/landscapes"
for stem in mma hopper; do
    awk -F , -v stem="$stem" '/^#/ { next }
        $1 == "config" { for (i = 1; i <= NF; ++i) at[$i] = i; next }
        $at["gflops"] { print stem, $at["m"], $at["n"], $at["k"], $1, $at["ratio"], 1 }' \
        "data/nvidia-h200/$stem-tuning.csv" | sort -s -k 2,4
done >>"$scratch/landscapes"
LANDSCAPES="$scratch/landscapes"
BLIND_FIRST=$(sed -n "s/^set blind_first = '\(.*\)'$/\1/p" chapters/autotuning-more.facts)
export LANDSCAPES BLIND_FIRST
tune_unit replay tune/search tune/model tune/space bench/complain
