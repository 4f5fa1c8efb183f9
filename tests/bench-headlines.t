#!/bin/sh
# What headlines quote is measured with beta too, beside the fastest of the library's ways, and what is quoted for its power alone.
. "$(dirname "$0")/lib/unit.sh"
build measure-headlines measure alone contest rounds sampler library plan main options size record columns stats progress complain || exit 1
named() { sed -En '/^---/,/^---/s/^(rung|headlines|alone): *//p' "$1" | tr -d ' ' | tr ',' '\n'; }
for chapter in chapters/*.md; do
    stem=$(basename "$chapter" .md)
    named "$chapter" | grep -v '^cublas' | while read -r name; do
        grep -q "^$name " "data/lens/tables/$stem.txt" || echo "$chapter: no kernel $name"
    done
done >"$scratch/unknown"
make -n -W chapters/summit.md NVCC=true build/obj/summit.provenance.o >"$scratch/made"
echo $(named chapters/summit.md) >"$scratch/summit"
cd "$scratch" || exit 1
measures() { TELL=1 ./unit measure "$@" >said 2>told; }
rows() { # COLUMN KERNEL [ALPHA,BETA]: of its rows in out.csv
    awk -F, -v name="$1" -v kernel="$2" -v scalars="${3-0.5,3}" '/^#/ { next }
        !at { for (i = 1; i <= NF; ++i) if ($i == name) at = i; next }
        $1 == kernel && ($5 "," $6) == scalars { print $at }' out.csv | paste -sd' '
}
says() { # COLUMN KERNEL SCALARS TEXT
    rows "$1" "$2" "$3" >said
    [ "$(cat said)" = "$4" ]
}

plan 26
is 'a chapter names kernels of its program' [ ! -s unknown ]
is 'which its program is built with' [ "$(echo $(sed -n 's/.*-DHEADLINES=."\(.*\)". -DALONE=."\(.*\)". .*/\1\2/p' made))" = "$(cat summit)" ]
is 'a full measurement' measures --data data
cp data/made-up/made-up.csv out.csv
is 'a headline is measured with beta at three sizes' says n 2-ms 0.5,3 '1024 2048 4096'
is 'the library beside it' says n cublas 0.5,3 '1024 2048 4096'
is 'of another type at the last' says n 5-ms-half 0.5,3 4096
is 'beside its own library' says n cublas-fp16 0.5,3 4096
is 'others are not' says n 1-ms 0.5,3 ''
is 'but as before, without' says n 1-ms 1,0 '256 512 1024 2048 4096 8192 1000 4092 1024'
is 'a share is of the library with the same beta' says ratio 2-ms 0.5,3 '0.5 0.5 0.5'
is 'the best of the library stands beside it, where headlines quote sizes' says n cublas-best 1,0 '1024 2048 4096'
is 'with beta too' says n cublas-best 0.5,3 '1024 2048 4096'
is 'is compared with it' says ratio cublas-best 1,0 '2 2 2'
is 'and is chosen for each contest, before its first call' [ "$(grep '^choose\|cublas-best' told | sed -n '/^choose/{p;n;s/ .*cublas-best/ cublas-best/;p;}' | paste -sd' ')" = \
    'choose 1024 size cublas-best choose 1024 C size cublas-best C choose 2048 size cublas-best choose 2048 C size cublas-best C choose 4096 size cublas-best choose 4096 C size cublas-best C' ]
is 'what the library launches is told' says launched cublas 0.5,3 'cublas-kernel cublas-kernel cublas-kernel'
is 'with its grid' says grid cublas-best 1,0 '8x16x1 8x16x1 8x16x1'
is 'of kernels nothing is' says launched 2-ms 0.5,3 '  '
is 'C begins anew before each batch of a round' [ "$(awk '/^ready/ { ready = 1; next } /^batch 40 .* C$/ { ++all; n += ready } { ready = 0 }
    END { print all, n }' told)" = "$(((5 + 5 + 7) * 15)) $(((5 + 5 + 7) * 15))" ]
is 'what runs alone has a record' [ "$(awk -F, '!/^#/ { print $1 "," $2 "," $3 "," $4 "," $7 }' data/made-up/made-up-watts.csv | paste -sd' ')" = \
    'probe,size,unit,value,runs 4-ms-held,4096,W,300,15 cublas,4096,W,300,15' ]
is 'at its own clock' grep -q '^4-ms-held,.*,900$' data/made-up/made-up-watts.csv
is 'half a second goes before' [ "$(grep -c '^batch 0 101 cublas$' told)" = 20 ]
rm -r data
is 'a quick one' measures --quick --data data
is 'leaves all of this out' sh -c '! grep -q "^[^#]*,0.5,3,\|^cublas-best" data/made-up/made-up.csv && [ ! -e data/made-up/made-up-watts.csv ]'
rm -f out.csv
is 'a size that is asked for, of a headline' measures --kernel 2-ms --size 1024 --size 100 --out out.csv
is 'has it where headlines quote' [ "$(rows n 2-ms) $(rows n 2-ms 1,0) $(rows n cublas)" = '1024 1024 100 1024' ]
measures --kernel 0.3-ms --size 1024
is 'copies suffice for a kernel that is faster than the library' [ $? = 0 ]
