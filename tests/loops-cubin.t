#!/bin/sh
# loops reads what nvcc writes for sm_80 to sm_90, and anything else it refuses in one line.
. "$(dirname "$0")/lib/loops.sh"
loops=$scratch/loops

row() { # NAME: its row of --csv, from the loop's instructions on
    "$loops" --csv "$scratch/some.cubin" | sed -n "s/^\"*$1\"*,//p"
}
some() { # ARCH…: four functions; the hot loop of the first is inside another, and behind a smaller one
    cubin "$scratch/some.cubin" "$@" <<'END'
function _Z4tileILi32ELin1ELb1EEviiifPKfS1_fPf
ffma 20 2 3 5 0
bra 0
other 0 0 0
ffma 20 2 3 4 1
ffma 21 2 5 6 0
nop
bra 3
ffma 20 2 3 5 0
bra 2
other 0 0 0
function _Z5plainPf
ffma 20 2 4 6 0
other 0 0 0
bra 0
function _ZL6straightPf
ffma 20 2 4 6 0
bra 2
other 0 0 0
function _Z4loadI6float4EvPT_
ffma 20 2 3 255 0
bra 0
END
}
some
plan 37
is 'the loop with most FFMAs, the innermost, without NOPs' [ "$(row 'tile<32,-1,1>')" = '3,2,66.667,1,1,0,1,1.5,2,1.5,66.667,1.5,0,1.5' ]
is 'a function that is no template' [ "$(row plain)" = '3,1,33.333,0,0,1,0,3,5,3,33.333,3,0,3' ]
is 'one without a loop is left out' [ "$("$loops" --csv "$scratch/some.cubin" | wc -l)" = 4 ]
is 'another symbol stays as it is' [ -n "$(row '_Z4loadI6float4EvPT_')" ]
# A wait that is tried again out of line, behind the end: a jump back into the loop, and
# around what stands behind that.
waits() { # LAST: the function's last instruction
    cubin "$scratch/waits.cubin" <<END
function waits
other 0 0 0
bra 8
ffma 20 2 3 5 0
other 0 0 0
bra 0
ffma 21 2 3 5 0
ffma 22 2 3 5 0
$1
other 0 0 0
bra 8
jump 2
END
}
waits exit
is 'what only looks like a loop is none' [ "$(score "$scratch/waits.cubin" instructions),$(score "$scratch/waits.cubin" ffma)" = 5,1 ]
waits 'other 0 0 0'
is 'if one comes to its end it is one' [ "$(score "$scratch/waits.cubin" instructions),$(score "$scratch/waits.cubin" ffma)" = 9,3 ]
printf 'function _Z3oddILi3xEvv\nffma 20 2 3 5 0\nbra 0\n' | cubin "$scratch/odd.cubin"
is 'also where its numbers are not read to their end' sh -c '"$1" --csv "$2" | grep -q "^_Z3oddILi3xEvv,"' - "$loops" "$scratch/odd.cubin"
was=$("$loops" --csv "$scratch/some.cubin")
for arch in 80 86 89; do
    some $arch
    is "the same of sm_$arch, whose branches are written otherwise" [ "$("$loops" --csv "$scratch/some.cubin")" = "$was" ]
done
some 90 190 7
is 'and of an older file, which has its architecture elsewhere' [ "$("$loops" --csv "$scratch/some.cubin")" = "$was" ]

some
printf '%s\n' 'second plain' 'gone gone<1>' 'first tile<32,-1,1>' >"$scratch/names"
is 'names of a program, in its order, then the rest' \
    [ "$("$loops" --csv --names "$scratch/names" "$scratch/some.cubin" | cut -d , -f 1 | tr '\n' ' ')" = 'kernel second first _Z4loadI6float4EvPT_ ' ]
is 'one kernel' [ "$("$loops" --csv --names "$scratch/names" --kernel first "$scratch/some.cubin" | sed -n 's/,.*//; 2,$p')" = first ]
is 'FFMA by FFMA: what is kept, what is not read, from which bank, at what cost' [ "$("$loops" --listing --kernel 'tile<32,-1,1>' "$scratch/some.cubin" | tr -s ' ')" = \
    'tile<32,-1,1>:
R20 = R2.reuse * R3 + R4 even 2 odd 1 2 cycles
R21 = [R2] * R5 + R6 even 1 odd 1 1 cycle' ]
is 'the table says the same' sh -c '"$1" "$2" | tr -s " " | grep -qx "tile<32,-1,1> 3 2 66.7 1 1 0 1 1.500 1.500 67 %"' - "$loops" "$scratch/some.cubin"

is 'no file' fails 'No such file' "$scratch/none"
is 'a folder' fails "$scratch" "$scratch"
echo 'no ELF at all, only words' >"$scratch/words"
is 'no ELF' fails 'is no ELF file' "$scratch/words"
: >"$scratch/empty"
is 'an empty file' fails 'is no ELF file' "$scratch/empty"
some 90 62
is 'for another machine' fails 'is not for an NVIDIA GPU' "$scratch/some.cubin"
for arch in 75 100 120; do
    some $arch
    is "for sm_$arch" fails "is for sm_$arch; what is known" "$scratch/some.cubin"
done
printf 'function straight\nffma 20 2 4 6 0\n' | cubin "$scratch/straight"
is 'no loop' fails 'has no loop with FFMAs' "$scratch/straight"
printf 'function round\nother 0 0 0\nbra 0\n' | cubin "$scratch/round"
is 'a loop without FFMAs' fails 'has no loop with FFMAs' "$scratch/round"
cubin "$scratch/none" </dev/null
is 'no function' fails 'has no loop with FFMAs' "$scratch/none"
for to in 99 -1 -99; do
    printf 'function out\nffma 20 2 4 6 0\nbra %s\n' $to | cubin "$scratch/out.cubin"
    is "a branch to $to" fails 'branches that lead nowhere' "$scratch/out.cubin"
done
some
is 'a kernel that is not there' fails 'in a kernel called nobody' --kernel nobody "$scratch/some.cubin"
is 'names that are not there' fails 'No such file' --names "$scratch/nowhere" "$scratch/some.cubin"
words() { "$loops" "$@" 2>&1 | grep -q '^loops \[--csv'; }
is 'no file asked for' words
is 'a word that it does not know' words --dance "$scratch/some.cubin"
is 'two files' words a b
is 'an option without its word' words "$scratch/some.cubin" --kernel

# Cut at any byte it is refused, and no byte, whatever it is, leads outside the file.
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -iquote code \
    tests/loops/fuzz.c code/bench/cubin.c code/loops/exchange.c code/loops/law.c code/loops/name.c code/loops/sass.c -o "$scratch/fuzz" || exit 1
fuzz() { "$scratch/fuzz" "$scratch/some.cubin" "$scratch/cut" >"$scratch/said" 2>&1; }
is 'hostile files are read or refused' fuzz
is 'a file that is cut, by the program itself' sh -c 'head -c 500 "$2/some.cubin" >"$2/cut"; "$1" "$2/cut" >/dev/null 2>"$2/said"; [ $? = 2 ] && grep -q "is cut short" "$2/said"' - "$loops" "$scratch"
