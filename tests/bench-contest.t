#!/bin/sh
# Contestants meet in balanced rounds, each at its own clock, and what is wrong is not recorded.
. "$(dirname "$0")/lib/unit.sh"
build measure-held measure alone contest rounds sampler library plan main options size record columns stats progress complain || exit 1
cd "$scratch" || exit 1
measures() { TELL=1 ./unit measure --out out.csv "$@" >said 2>told; }
cell() { # KERNEL COLUMN
    awk -F, -v kernel="$1" -v name="$2" '/^#/ { next }
        !at { for (i = 1; i <= NF; ++i) if ($i == name) at = i; next } $1 == kernel { print $at }' out.csv
}
says() { # KERNEL COLUMN TEXT
    echo "$(cell "$1" "$2")" >said
    [ "$(cell "$1" "$2")" = "$3" ]
}
batches() { grep "^batch $1 " told | cut -d' ' -f4; }
calls() { # LEAD KERNEL: in one batch
    awk -v lead="$1" -v kernel="$2" '$1 == "batch" && $2 == lead && $4 == kernel { print $3; exit }' told
}
leads() { awk '$1 == "batch" && $2 > 0 && !seen[$2]++ { print $2 }' told | paste -sd' '; }
refuses() { # WRONG TEXT
    WRONG=$1
    export WRONG
    rm -f out.csv out.csv.part
    measures --size 256
    code=$?
    unset WRONG
    cp told said
    [ $code = 1 ] && grep -q "$2" told && [ ! -e out.csv ] && ! grep -q '^[a-z0-9-]*,256' out.csv.part
}

plan 20
is 'a size at which somebody is held by power' measures --size 4096
leads >leads && read -r short lead <leads
is 'each round has everybody once' [ "$(batches $lead | paste -d' ' - - - - |
    awk '{ delete n; for (i = 1; i <= 4; ++i) n[$i]; c = 0; for (k in n) ++c; if (c != 4) ++bad } END { print NR, bad + 0 }')" = '15 0' ]
is 'who follows whom is balanced' [ "$(batches $lead | head -48 | paste -d' ' - - - - | awk '
    { for (i = 2; i <= 4; ++i) ++n[$(i - 1), $i] } END { for (k in n) { if (!lo || n[k] < lo) lo = n[k]; if (n[k] > hi) hi = n[k]; ++pairs }
    print pairs, lo, hi }')" = '12 3 3' ]
is 'all lead in, and are timed, longer than where they were first tried' [ "$lead" -gt "$short" ]
is 'twice as long' [ "$(calls "$lead" 1-ms) $(calls "$lead" 4-ms-held)" = \
    "$((2 * $(calls "$short" 1-ms))) $((2 * $(calls "$short" 4-ms-held)))" ]
is 'the row that was held says so' says 4-ms-held throttle power
is 'the others do not' says 1-ms throttle none
is 'each has its own clock' [ "$(cell 4-ms-held clock) $(cell 1-ms clock)" = '900 1800' ]
is 'and its cycles' [ "$(cell 4-ms-held cycles) $(cell 1-ms cycles)" = '3600000 1800000' ]
is 'a product is two FLOP for each of its steps' says 1-ms gflops 137439
is 'in time it has a quarter of the speed' says 4-ms-held ratio 0.25
is 'in cycles a half' says 4-ms-held cycle_ratio 0.5
rm out.csv
WOBBLE=1 ./unit measure --size 64 --out out.csv
is 'quartiles stand on either side of the median' [ "$(awk -F, '$1 == "2-ms" { print ($8 < $7 && $7 < $9) }' out.csv)" = 1 ]
is 'of the ratio too' [ "$(awk -F, '$1 == "2-ms" { print ($12 < $11 && $11 < $13) }' out.csv)" = 1 ]
rm out.csv
measures --size 64 --kernel 1-ms
is 'where nobody is held it is not' [ "$(leads | wc -w)" = 1 ]
is 'a product that is wrong on integers' refuses '1-ms 1' '1-ms at 256x256x256 is wrong: off'
is 'or on numbers of twelve bits' refuses '2-ms 3' '2-ms at 256x256x256 is wrong: off'
is 'or within its bound' refuses 'cublas 0' 'cublas at 256x256x256 is wrong: off'
is 'or after its last batch' refuses '4-ms-held late' '4-ms-held at 256x256x256 is wrong after its last batch: off'
is 'nor is one that writes beside C' refuses C 'beside C'
