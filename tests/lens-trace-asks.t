#!/bin/sh
# A figure gets the trace that its script asks for; what cannot be traced is refused by name.
. "$(dirname "$0")/lib/lens.sh"
lens naive

trace() { # WORDS: traces for a script that asks with these words
    echo "# trace: $*" >"$scratch/figure.gp"
    rm -f "$scratch/figure.tsv"
    code/lens/trace.sh "$scratch/figure.gp" "$scratch/figure.tsv" >"$scratch/said" 2>&1
}
cells() { # COLUMN: the different values of a column, joined
    grep -v '^#' "$scratch/figure.tsv" | cut -f "$1" | sed 1d | sort -un | tr '\n' ' '
}
not() { ! "$@"; }

plan 21
is 'a step of a warp' trace naive kernel=naive warp=3 step=7
is 'the step that was asked for, or the last' [ "$(cells 6)" = '0 7 ' ]
is 'of that warp, whose column of C is its number' \
    grep -q '	store	C	0	0	12	0	3	' "$scratch/figure.tsv"
is 'all that was written is counted' \
    [ "$(tail -n 1 "$scratch/figure.tsv")" = '# end: 96 rows' ]
is 'an unknown word is refused' not trace naive kernel=naive wrap=3
is 'by name' grep -q "figure.gp: 'wrap=3' is nothing that a trace takes" "$scratch/said"
is 'a warp that is not there has no access' not trace naive kernel=naive warp=77

# refuses TEXT OPTION...: count has nothing to show and says what there is.
refuses() {
    text=$1
    shift
    build/lens/naive count "$@" >"$scratch/out" 2>"$scratch/said"
    [ $? = 2 ] && [ ! -s "$scratch/out" ] && grep -qx "naive: $text" "$scratch/said"
}
loads=$(grep -n 'acc += A' code/naive.cu | cut -d: -f1 | head -n 1)
is 'nor has a line that is not there, and those that are are named' \
    refuses "warp 0 of block 0 makes no access at line 1; it does at $loads.* and [0-9]*" --trace 1
is 'a warp past the last' refuses 'there is no warp 32; those of a block are 0 to 31' --trace "$loads" --warp 32
is 'a block past the last' refuses 'there is no block 16; they are 0 to 15' --trace "$loads" --block 16
is 'a block that no sample has' \
    refuses 'block 5 of 16384 did not run, for .* take a smaller --size' --trace "$loads" --size 4096 --block 5
is 'a warp that is idle' refuses 'warp 9 of block 0 makes no access' --trace "$loads" --size 8 --warp 9
is 'a warp without a trace' refuses '--block and --warp choose what --trace LINE shows' --warp 1
is 'a kernel that is not there' refuses 'no kernel .rave.; .list. names them' --kernel rave
is 'what is there is traced' \
    [ "$(build/lens/naive count --kernel naive --trace "$loads" --warp 31 --block 15 | cut -f 2 | sort -u | tr '\n' ' ')" = "$loads line " ]

drawing() { # NAME WORDS: the same for a drawing, which may ask for several
    name=$1
    shift
    printf -- '-- trace: naive kernel=none\n-- trace %s: %s\n' "$name" "$*" >"$scratch/figure.lua"
    rm -f "$scratch/figure.tsv"
    code/lens/trace.sh "$scratch/figure.lua" "$scratch/figure.tsv" "$name" >"$scratch/said" 2>&1
}
is 'a drawing may ask for a trace by name' drawing b naive kernel=naive warp=3,4 step=2..5 lane=0,31
is 'for several steps' [ "$(cells 6)" = '0 2 3 4 5 ' ]
is 'for some lanes' [ "$(cells 7)" = '0 31 ' ]
is 'and for several warps' [ "$(cells 14)" = '3 4 ' ]
asked() { awk -f code/lens/asked.awk "$scratch/figure.gp" "$scratch/figure.lua"; }
is 'make is told of each' [ "$(asked | cut -d '|' -f 1,3,4 | tr '\n' ' ')" = 'figure|naive| figure|naive| figure-b|naive|b ' ]
is 'all lanes are there where none is named' sh -c "
    printf -- '-- trace: naive kernel=naive\n' >'$scratch/figure.lua'
    code/lens/trace.sh '$scratch/figure.lua' '$scratch/figure.tsv'
    [ \$(grep -c '	A	0	' '$scratch/figure.tsv') = 32 ]"
