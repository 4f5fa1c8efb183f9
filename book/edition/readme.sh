#!/bin/sh
# readme.sh FILE: writes into FILE, between two marks each, what the reference records say: how lens and card agree, in a
# sentence, and the ladder, as text: it reads the same in a terminal, in a diff and aloud. Kernels stand
# with cuBLAS in their own precision: floats first, then what front matter calls `inputs:`.
set -eu
export LC_ALL=C.UTF-8
file=$1
sh code/tools/writable.sh "$(dirname "$file")"
data=data/nvidia-h200

# cell COLUMN KERNEL FILE...: of its row at 4096 in each.
cell() {
    column=$1 kernel=$2
    shift 2
    awk -F, -v c="$column" -v k="$kernel" '/^#/ { split("", at); next } !("m" in at) { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["kernel"] == k && $at["m"] == 4096 && $at["n"] == 4096 && $at["k"] == 4096 &&
        (!("beta" in at) || $at["beta"] == 0) { print $at[c] }' "$@"
}
front() { sed -n '/^---$/,/^---$/s/^'"$1"': *//p' "chapters/$2.md"; }
# line NAME GFLOPS SHARE LEAST MOST: the speed over the library's highest and lowest stands in
# brackets, and the bar is as long as the share.
line() {
    awk -v name="$1" -v v="$2" -v share="$3" -v least="$4" -v most="$5" 'BEGIN {
        for (n = int(share * 40 + 0.5); n > 0; n--) bar = bar "█"
        range = sprintf("(%.1f to %.1f)", 100 * v / most, 100 * v / least)
        text = sprintf("%-16s %6.2f TFLOP/s %5.1f %%  %-16s  %s", name, v / 1000, 100 * share, range, bar)
        sub(/ *$/, "", text)
        print text }'
}

# stems INPUTS: the chapters that take these, in order, if they have been measured.
stems() {
    awk -f book/contents.awk book/contents | cut -f 1 | while read -r stem; do
        takes=$(front inputs "$stem")
        [ "${takes:-float}" != "$1" ] || [ ! -f "$data/$stem.csv" ] || echo "$stem"
    done
}

# ladder INPUTS BASELINE RECORD NAME: a chapter whose front matter says `contest: apart` has kernels that hold the library's
# clock down, and says nothing of the library's range.
ladder() {
    all=$(for stem in $(stems "$1"); do [ "$(front contest "$stem")" = apart ] || echo "$data/$stem.csv"; done)
    # shellcheck disable=SC2046,SC2086 # a word for each
    set -- "$@" $(cell gflops "$2" $all | sort -n | sed -n '1p;$p')
    for stem in $(stems "$1"); do
        rung=$(front rung "$stem")
        [ -z "$rung" ] || line "$(front short "$stem")" "$(cell gflops "$rung" "$data/$stem.csv")" "$(cell ratio "$rung" "$data/$stem.csv")" "$5" "$6"
    done
    line "$4" "$(cell gflops "$2" "$3")" 1 "$5" "$6"
}

{
    echo '```text'
    ladder float cublas $data/measuring.csv cuBLAS
    for inputs in half bf16 tf32; do
        first=$(for stem in $(stems $inputs); do [ -z "$(front rung "$stem")" ] || echo "$stem"; done | sed 1q)
        [ -n "$first" ] || continue
        own=cublas-$(echo $inputs | sed s/half/fp16/)
        [ -n "$(cell gflops "$own" "$data/$first.csv")" ] || own=cublas
        echo
        ladder $inputs $own "$data/$first.csv" "cuBLAS, $inputs"
    done
    echo '```'
} >"$file.ladder"
SENTENCE=yes "${PANDOC:-pandoc}" --from markdown --to html5 --lua-filter book/edition/ledger.lua -o /dev/null /dev/null >"$file.ledger"
awk -v file="$file" '
    /^<!-- (ladder|ledger) -->$/ { print; while ((getline l < (file "." $2)) > 0) print l; skip = 1; next }
    /^<!-- end of (ladder|ledger) -->$/ { skip = 0 }
    !skip' "$file" >"$file.new"
rm "$file.ladder" "$file.ledger"
mv "$file.new" "$file"
