#!/bin/sh
# Every record of the reference card was measured with the program that stands in code/, or with one that has other names
# or the same machine code (`make same`).
. "$(dirname "$0")/lib/unit.sh"
card=data/nvidia-h200 hash=$PWD/code/tools/hash.sh same=$PWD/data/nvidia-h200/same.tsv

joined() { awk -F '\t' -v row="$1 $2 $3" '$1 " " $2 " " $3 == row { ok = 1 } END { exit !ok }' "$same"; } # STEM HASH HASH

fresh() { # RECORD: its head names today's source, by its SHA-256, or one that is joined to it
    source=$(sed -n 's/^# program: //p' "$1")
    was=$(sed -n 's/^# source-sha256: //p' "$1")
    chapter=$(basename "$source" .cu)
    set -- "$1" "$card/$chapter-winners.csv"
    case $1 in *-search.csv | *-tuning.csv | *-winners.csv) set -- "$1" none ;; esac
    rm -f "$scratch/header"
    [ ! -e "$2" ] || awk -f code/tune/winners.awk "$2" >"$scratch/header"
    [ ! -e "$scratch/header" ] || set -- "$@" "$scratch/header"
    is=$("$hash" "$source" $3 2>&1)
    echo "the chapter $chapter is stale: \`make measure C=$chapter\` and, for counters," \
        "\`make profile C=$chapter\` on the card" >"$scratch/said"
    case $(basename "$1") in "$chapter".* | "$chapter"-*) ;; *) return 1 ;; esac
    [ -n "$source" ] && { [ "$was" = "$is" ] || joined "$chapter" "$was" "$is"; }
}

set -- "$card"/*.csv "$card"/counters/*.csv "$card"/transcripts/*.txt
plan $(($# + 8))
for record; do is "$record" fresh "$record"; done

mkdir -p "$scratch/code/kernels" && cp code/naive.cu code/coarsening-1d.cu "$scratch/code" &&
    cp code/kernels/tiles.h code/kernels/gemm.h "$scratch/code/kernels" && cd "$scratch" || exit 1
for chapter in naive coarsening-1d; do
    printf '# program: code/%s.cu\n# source-sha256: %s\n' $chapter "$("$hash" code/$chapter.cu)" >$chapter.csv
done
is 'a record of the source as it is' fresh naive.csv
echo 'int edited;' >>code/naive.cu
isnt 'a record of a source that was edited since' fresh naive.csv
same=same.tsv
printf 'naive\t%s\t%s\t1\tnvcc 13.0.88\t2026-11-23\n' "$(sed -n 's/^# source-sha256: //p' naive.csv)" \
    "$("$hash" code/naive.cu)" >same.tsv
is 'one of a source with the same machine code' fresh naive.csv
sed 's/^naive/tiling/' same.tsv >other.tsv
same=other.tsv
isnt 'one that is joined for another chapter' fresh naive.csv
same=same.tsv
echo 'int edited_again;' >>code/naive.cu
isnt 'one of a source that was edited once more' fresh naive.csv
cp naive.csv tiling.csv
isnt 'a record under the name of another chapter' fresh tiling.csv
is 'a record of a source with a header of kernels' fresh coarsening-1d.csv
echo 'int edited;' >>code/kernels/tiles.h
isnt 'a record of kernels whose header was edited since' fresh coarsening-1d.csv
