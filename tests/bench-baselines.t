#!/bin/sh
# Each kernel is compared with the library in its own type; the table's first type is "cublas".
. "$(dirname "$0")/lib/unit.sh"
build measure-types measure alone contest rounds sampler library plan main options size record columns stats progress complain || exit 1
cd "$scratch" || exit 1
measures() { ./unit measure "$@" >out 2>said; }
record=data/made-up/made-up.csv
ratio() { awk -F, -v kernel="$1" -v n="${2:-256}" '$1 == kernel && $2 == n { print $11 }' $record; }
beside() { awk -F, -v n="$1" '$2 == n { printf "%s ", $1 }' $record; }

plan 13
is 'a table of several types' measures --data data
is 'the library in each, before the kernels' [ "$(beside 256)" = \
    'cublas cublas-bf16 cublas-tf32 cublas-fp32 5-ms-half 10-ms-half 8-ms-bf16 4-ms-tf32 2-ms-float ' ]
is 'but only beside kernels of its type, the first apart' [ "$(beside 1024)" = 'cublas 5-ms-half ' ]
is 'a half kernel against that in half' [ "$(ratio 5-ms-half) $(ratio 10-ms-half)" = '0.2 0.1' ]
is 'bfloat16 against bfloat16' [ "$(ratio 8-ms-bf16)" = 0.25 ]
is 'TF32 against TF32' [ "$(ratio 4-ms-tf32)" = 1 ]
is 'floats against floats' [ "$(ratio 2-ms-float)" = 0.5 ]
is 'each library against itself' [ "$(ratio cublas)$(ratio cublas-bf16)$(ratio cublas-tf32)$(ratio cublas-fp32)" = 1111 ]
is 'one kernel' measures --kernel 8-ms-bf16 --size 64
is 'has its own library beside it, and the first' [ "$(cut -d' ' -f1 out | tr '\n' ' ')" = 'cublas cublas-bf16 8-ms-bf16 ' ]
is 'a library alone' measures --kernel cublas-tf32 --size 64
is 'is measured too' [ "$(cut -d' ' -f1 out | tr '\n' ' ')" = 'cublas cublas-tf32 ' ]
is 'a probe of all sizes to the last has them all' \
    [ "$(awk -F, '$1 == "place" { sum += $2; if ($2 == $4) ++n } END { print n, sum }' data/made-up/made-up-map.csv)" = '69 2484' ]
