#!/bin/sh
# A figure gets the trace that its script asks for; what cannot be traced is refused by name.
. "$(dirname "$0")/lens/tap.sh"
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

plan 7
is 'a step of a warp' trace naive kernel=naive warp=3 step=7
is 'the step that was asked for, or the last' [ "$(cells 6)" = '0 7 ' ]
is 'of that warp, whose column of C is its number' \
    grep -q '	store	C	0	0	12	0	3	' "$scratch/figure.tsv"
is 'all that was written is counted' \
    [ "$(tail -n 1 "$scratch/figure.tsv")" = '# end: 96 rows' ]
is 'an unknown word is refused' not trace naive kernel=naive wrap=3
is 'by name' grep -q "figure.gp: 'wrap=3' is nothing that a trace takes" "$scratch/said"
is 'a warp that is not there has no access' not trace naive kernel=naive warp=77
