#!/bin/sh
# readme.sh FILE: redraws the ladder between the two marks in FILE from the reference
# records, as text: it reads the same in a terminal, in a diff and aloud. Kernels stand
# with cuBLAS in their own precision: floats first, then what front matter calls `inputs:`.
set -eu
file=$1
data=data/nvidia-h200

# cell COLUMN KERNEL FILE: of its row at 4096.
cell() { awk -F, -v c="$1" -v k="$2" '$1 == k && $2 == 4096 && $3 == 4096 && $4 == 4096 { print $c }' "$3"; }
front() { sed -n '/^---$/,/^---$/s/^'"$1"': *//p' "chapters/$2.md"; }
# line NAME GFLOPS SHARE: the bar is as long as the share.
line() {
    awk -v name="$1" -v v="$2" -v share="$3" 'BEGIN {
        printf "%-16s %6.2f TFLOP/s %5.1f %%  ", name, v / 1000, 100 * share
        for (n = int(share * 40 + 0.5); n > 0; n--) printf "█"
        print "" }'
}

# stems INPUTS: the chapters whose rung takes these, in order, if they have been measured.
stems() {
    awk '{ sub(/#.*/, "") } $1 != "" { print $1 }' book/contents | while read -r stem; do
        takes=$(front inputs "$stem")
        [ "${takes:-float}" != "$1" ] || [ -z "$(front rung "$stem")" ] || [ ! -f "$data/$stem.csv" ] || echo "$stem"
    done
}

# ladder INPUTS BASELINE RECORD NAME
ladder() {
    for stem in $(stems "$1"); do
        rung=$(front rung "$stem")
        line "$(front short "$stem")" "$(cell 5 "$rung" "$data/$stem.csv")" "$(cell 9 "$rung" "$data/$stem.csv")"
    done
    line "$4" "$(cell 5 "$2" "$3")" 1
}

{
    echo '```text'
    ladder float cublas $data/measuring.csv cuBLAS
    for inputs in half bf16 tf32; do
        first=$(stems $inputs | sed 1q)
        [ -n "$first" ] || continue
        own=cublas-$(echo $inputs | sed s/half/fp16/)
        [ -n "$(cell 5 "$own" "$data/$first.csv")" ] || own=cublas
        echo
        ladder $inputs $own "$data/$first.csv" "cuBLAS, $inputs"
    done
    echo '```'
} >"$file.ladder"
awk -v ladder="$file.ladder" '
    /^<!-- ladder -->$/ { print; while ((getline l < ladder) > 0) print l; skip = 1; next }
    /^<!-- end of ladder -->$/ { skip = 0 }
    !skip' "$file" >"$file.new"
rm "$file.ladder"
mv "$file.new" "$file"
