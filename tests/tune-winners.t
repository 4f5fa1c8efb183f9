#!/bin/sh
# A record of winners becomes a header for the program; one that is not whole is refused.
. "$(dirname "$0")/lib/tune.sh"
root=$PWD
fake_tuner
"$scratch/tune" autotuning --size 512 --size 64x32x96 --data data >said 2>&1 || exit 1
"$scratch/tune" warptiling --size 512 --data data >said 2>&1 || exit 1
"$scratch/tune" registers --size 512 --data data >said 2>&1 || exit 1
record=data/made-up/autotuning-winners.csv

header() { awk -f "$root/code/tune/winners.awk" "$1" >"$2" 2>"$scratch/said"; }
uses() { # HEADER: what WINNERS(USE) expands to, one a line
    printf '#include "%s"\n#define USE(...) <__VA_ARGS__>\nWINNERS(USE)\n' "$PWD/$1" |
        "${CC:-cc}" -E -P -x c - | tr -d ' \n' | tr '>' '\n' | tr -d '<'
}
want() { # RECORD COLUMN…: the same from the rows
    file=$1
    shift
    awk -F , -v want="$*" '/^#/ || /^m,/ { next }
        { n = split(want, at, " "); s = i++ "";
          for (j = 1; j <= n; ++j) s = s "," $at[j]; print s }' "$file"
}
same() { [ -n "$1" ] && [ "$1" = "$2" ]; }

plan 22
is 'a header is made' header $record a.h
is 'it lists all shapes and constants in order' same "$(uses a.h)" "$(want $record 1 2 3 5 6 7 8 9)"
is 'a header with warp tiles' header data/made-up/warptiling-winners.csv w.h
is 'has them after BK' same "$(uses w.h)" \
    "$(want data/made-up/warptiling-winners.csv 1 2 3 5 6 7 10 11 8 9)"
is 'a record of kernels with stages' header data/made-up/registers-winners.csv r.h
isnt 'makes no header: its program keeps its own' [ -s r.h ]
empty() { header "$root/data/nvidia-h200/$1-winners.csv" t.h && [ ! -s t.h ] && [ ! -s "$scratch/said" ]; }
is 'nor does a record of kernels whose threads have no tile, and nothing is said of it' empty mma
is 'in the other chapter, too' empty hopper
sed '$d' $record >cut.csv
isnt 'a record without its end is refused' header cut.csv cut.h
is 'with its reason' grep -q 'not whole' "$scratch/said"
isnt 'a record of another kind is refused' header data/made-up/autotuning-tuning.csv x.h
sed '/^# device: /s|: .*|: */ int injected; /*|' $record >card.csv
is 'a card whose name would end the comment' header card.csv card.h
injected() { "${CC:-cc}" -E -P -x c "$1" | grep -q injected; }
isnt 'puts nothing behind it' injected card.h
for cell in '1;int injected' 1e9 99999999; do
    sed "s/^4096,\|^512,/$cell,/" $record >cell.csv
    isnt "a cell that holds $cell is refused" header cell.csv cell.h
done

cd "$root" || exit 1
mkdir -p "$scratch/tree/book" && cp -R Makefile code "$scratch/tree" && : >"$scratch/tree/book/book.mk" &&
    mkdir -p "$scratch/tree/data/nvidia-h200" "$scratch/bin" || exit 1
cp "$scratch/empty/$record" "$scratch/tree/data/nvidia-h200"
cd "$scratch/tree" || exit 1
printf '#!/bin/sh\necho "NVIDIA H200"\n' >"$scratch/bin/nvidia-smi"
chmod +x "$scratch/bin/nvidia-smi"
here() { PATH=$scratch/bin:$PATH sh code/tune/include.sh "$1"; }
made=build/tuned/nvidia-h200/autotuning.h
is 'make makes it' make -s $made
is 'the card that is there gets it' [ "$(here autotuning)" = " -include $made" ]
is 'a program without winners gets none' [ -z "$(here naive)" ]
tuned() { printf 'include Makefile\nsay:\n\t@echo "$(TUNED)"\n' | make -s -f - say; }
cp data/nvidia-h200/autotuning-winners.csv data/nvidia-h200/naive-winners.csv
is 'nor one that does not ask for them' [ "$(tuned)" = $made ]
printf '#!/bin/sh\necho "NVIDIA GeForce RTX 4090"\n' >"$scratch/bin/nvidia-smi"
is 'another card gets none' [ -z "$(here autotuning)" ]
mkdir 'data/x;injected;' && cp data/nvidia-h200/*.csv 'data/x;injected;'
planned() { make -n build/obj/autotuning.o >"$scratch/said" 2>&1; }
is 'a folder whose name is a command is not looked at' planned
