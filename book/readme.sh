#!/bin/sh
# readme.sh FILE: redraws the ladder between the two marks in FILE from the reference
# records, as text: it reads the same in a terminal, in a diff and aloud.
set -eu
file=$1
data=data/nvidia-h200

rate() { awk -F, -v k="$1" '$1 == k && $2 == 4096 && $3 == 4096 && $4 == 4096 { print $5 }' "$2"; }
bar() { awk -v v="$1" -v top="$2" 'BEGIN { n = int(v / top * 40 + 0.5); while (n-- > 0) printf "█" }'; }
line() { printf '%-16s %6.2f TFLOP/s %5.1f %%  %s\n' "$1" "$2" "$3" "$(bar "$4" "$library")"; }

library=$(rate cublas $data/measuring.csv)
{
    echo '```text'
    awk '{ sub(/#.*/, "") } $1 != "" { print $1 }' book/contents | while read -r stem; do
        rung=$(sed -n '/^---$/,/^---$/s/^rung: *//p' "chapters/$stem.md")
        [ -n "$rung" ] && [ -f "$data/$stem.csv" ] || continue
        name=$(sed -n '/^---$/,/^---$/s/^short: *//p' "chapters/$stem.md")
        v=$(rate "$rung" "$data/$stem.csv")
        r=$(awk -F, -v k="$rung" '$1 == k && $2 == 4096 && $3 == 4096 && $4 == 4096 { print $9 }' "$data/$stem.csv")
        line "$name" "$(awk -v v="$v" 'BEGIN { print v / 1000 }')" "$(awk -v r="$r" 'BEGIN { print 100 * r }')" "$v"
    done
    line cuBLAS "$(awk -v v="$library" 'BEGIN { print v / 1000 }')" 100 "$library"
    echo '```'
} >"$file.ladder"
awk -v ladder="$file.ladder" '
    /^<!-- ladder -->$/ { print; while ((getline l < ladder) > 0) print l; skip = 1; next }
    /^<!-- end of ladder -->$/ { skip = 0 }
    !skip' "$file" >"$file.new"
rm "$file.ladder"
mv "$file.new" "$file"
