#!/bin/sh
# A sweep is measured at one size, --quick takes less and never replaces a full record.
. "$(dirname "$0")/lib/unit.sh"
build measure measure alone contest rounds sampler library plan main options size record columns stats progress complain || exit 1
cd "$scratch" || exit 1

measures() { # OPTIONS…
    "$scratch/unit" measure "$@" >"$scratch/out" 2>"$scratch/said"
}
sizes() { # KERNEL: of its rows, in order
    awk -F, -v kernel="$1" '$1 == kernel { printf "%sx%sx%s ", $2, $3, $4 }' data/made-up/made-up.csv
}
rounds() { cut -d, -f10 data/made-up/made-up.csv | grep -x '[0-9]*' | sort -u | tr '\n' ' '; }
is_at() { # KERNEL SIZES
    echo "has: $(sizes "$1")" >"$scratch/said"
    [ "$(sizes "$1")" = "$2 " ]
}
records() { (cd data/made-up && echo *); }
all='256x256x256 512x512x512 1024x1024x1024 2048x2048x2048 4096x4096x4096 8192x8192x8192 1000x1000x1000 4092x4092x4092 4096x1024x2048'

plan 27
is 'a quick measurement' measures --quick --data data
is 'says that it is one' grep -qx '# quick: 1' data/made-up/made-up.csv
is 'it takes three sizes' is_at 1-ms '1024x1024x1024 4096x4096x4096 4092x4092x4092'
is 'and one of a sweep' is_at 2-ms-sweep 4096x4096x4096
is 'ten rounds' [ "$(rounds)" = '10 ' ]
is 'and of the probes the ceilings' [ "$(records)" = 'made-up-ceilings.csv made-up.csv' ]

is 'a full one takes its place' measures --data data
isnt 'it is not a quick one' grep -q quick data/made-up/made-up.csv
is 'it takes all sizes' is_at 1-ms "$all"
is 'no larger ones than a kernel wants' is_at 4-ms-small '256x256x256 512x512x512 1024x1024x1024 1000x1000x1000'
is 'one of a sweep' is_at 3-ms-sweep 4096x4096x4096
is 'the library beside everybody' is_at cublas "$all"
isnt 'no pattern' grep -q pattern data/made-up/made-up.csv
is 'fifteen rounds, ten where a batch is long' [ "$(rounds)" = '10 15 ' ]
is 'and all probes' [ "$(records)" = 'made-up-ceilings.csv made-up-ways.csv made-up.csv' ]
is 'each at the clock that it knows, or that the card has' \
    [ "$(sed -n 's/^height,.*,//p' data/made-up/made-up-ceilings.csv | tr '\n' ' ')" = '1000 1234 ' ]

cp -R data before
is 'a quick one then' measures --quick --data data
is 'says that the full one stays' grep -q 'made-up.csv is from a full measurement and stays.*`make measure C=made-up`' said
is 'and leaves it' diff -r before data
mkdir -p data/new && mv data/made-up/made-up.csv data/made-up/made-up.csv.part
measures --quick --data data
is 'an unfinished one stays as well' [ "$(cat data/made-up/made-up.csv.part)" = "$(cat before/made-up/made-up.csv)" ]

is 'a size that is asked for' measures --size 100 --out asked.csv
is 'is measured in a sweep too' grep -q '^2-ms-sweep,100,100,100,' asked.csv

rm -r data
is 'one topic of the probes' measures --topic ways --data data
is 'is measured alone' [ "$(records)" = made-up-ways.csv ]
isnt 'one that there is not' measures --topic roads --data data
is 'and so it says' grep -q "no probes of 'roads'" said
is 'a topic that is asked for is measured quickly, too' measures --quick --topic ways --data data
