#!/bin/sh
# Every count that lens and card have of the same kernel and size is equal or has its reason in data/reasons.tsv.
. "$(dirname "$0")/lib/book.sh"
. "$(dirname "$0")/lib/tree.sh"
tree
card=data/nvidia-h200/counters
plan 12

# said: what the build says of the counts, without the frame of the page.
said() {
    mkdir -p build/edition
    ${PANDOC:-pandoc} --from markdown --to html5 --lua-filter book/edition/ledger.lua -o /dev/null /dev/null 2>&1
}
whole() { [ -z "$(said)" ]; }
complains() { said | grep -qF -e "$1"; }
# counted CHAPTER KERNEL SIZE COLUMN COUNT: the card counts so many.
counted() {
    cp "$root/$card/$1.csv" "$card/$1.csv"
    awk -F, -v OFS=, -v kernel="$2" -v size="$3" -v column="$4" -v count="$5" '
        $1 == "kernel" { for (i = 1; i <= NF; ++i) at[$i] = i }
        $1 == kernel && $2 == size && $3 == size && $4 == size { $at[column] = count }
        { print }' "$root/$card/$1.csv" >"$card/$1.csv"
}
again() { cp "$root/$card/$1.csv" "$card/$1.csv"; }

is 'the records of the reference card' whole
counted naive naive 128 load_sectors 2162689
is 'one sector more is named with kernel, counter, size and both counts' complains \
    'kernel naive of naive, load_sectors at 128: the lens counts 2162688 (16 of 16 blocks), the card 2162689'
again naive
counted wmma async 128 load_sectors 2049
is 'a padded copy that loads one sector twice has no reason' complains 'kernel async of wmma, load_sectors at 128'
counted wmma async 128 load_sectors 4097
is 'nor one that loads sectors three times' complains 'kernel async of wmma, load_sectors at 128'
counted wmma async 128 load_requests 129
is 'nor does it ask more often' complains 'kernel async of wmma, load_requests at 128'
counted wmma staged-padded 128 load_sectors 2432
is 'a copy through registers loads each sector once' complains 'kernel staged-padded of wmma, load_sectors at 128'
again wmma
counted tiling tile-32 128 shared_load_requests 200000
is 'joined loads are not more loads' complains 'kernel tile-32 of tiling, shared_load_requests at 128'
again tiling
sed '/^tile-32 /s/ 8   2   0   2   0   0$/ 0   2   0   2   0   0/' "$root/data/nvidia-h200/transcripts/tiling-mix.txt" >data/nvidia-h200/transcripts/tiling-mix.txt
is 'nor joined where machine code has no wide load' complains 'kernel tile-32 of tiling, shared_load_requests at 128'
cp "$root/data/nvidia-h200/transcripts/tiling-mix.txt" data/nvidia-h200/transcripts
printf 'for\tjoined\tnaive.*\tshared_load_requests\t*\t0\t1\n' >>data/reasons.tsv
is 'a line that no count needs is refused' complains "data/reasons.tsv:$(grep -c '' data/reasons.tsv): no count needs this line of the reason joined"
cp "$root/data/reasons.tsv" data
printf 'why\tgone\tknown\tWords.\n' >>data/reasons.tsv
is 'a reason without a line is refused' complains 'no line says what the reason gone is for'
cp "$root/data/reasons.tsv" data
printf 'why\tgone\topen\tWords.\n' >>data/reasons.tsv
is 'an open one names its experiment' complains 'an open one, no other, names an experiment'
cp "$root/data/reasons.tsv" data
sed 's/^# source-sha256: ./# source-sha256: x/' "$root/$card/tiling.csv" >$card/tiling.csv
is 'counters of an earlier program are not compared' whole
