#!/bin/sh
# A race: its verdict, its points, what does not race, and what becomes of one that is stopped.
. "$(dirname "$0")/course-race/lib.sh"
plan 50
PATH=$PATH:/usr/local/cuda/bin
said() { grep -q "$1" "$scratch/said"; }

# The program that races (course/race.c), on a card that is made up.
made_up || exit
on_card() { # VARIABLE=VALUE…
    env "$@" "$scratch/made-up" 0 16 16 16 4096 3>&1 >"$scratch/printed" 2>"$scratch/said"
}
ends() { [ "$(tail -n 1 "$scratch/verdict")" = end ]; }
tells() { grep -qx "$1" "$scratch/verdict"; }
on_card YOURS=2.5 >"$scratch/verdict"
is 'a race ends with a verdict, on its own descriptor' ends
is 'nothing of it is printed' test ! -s "$scratch/printed"
is 'speed is that of the reference in the same rounds' tells 'ratio yours 0.8 0.8 0.8 15'
is 'of the rung before too' tells 'ratio rung 0.5 0.5 0.5 15'
is 'and that of the library' tells 'library 0.4 0.4 0.4 15'
is 'new inputs change nothing for who does the work' tells 'fresh 0.8'
on_card YOURS=2 CACHED=1 >"$scratch/verdict"
is 'who finds the work done is fast in a row' tells 'ratio yours 10 10 10 15'
is 'and not when A, B and C are new' tells 'fresh 1'
on_card YOURS=2 KEPT=1 >"$scratch/verdict"
is 'who keeps the outcome for these A and B is fast in a row' tells 'ratio yours 10 10 10 15'
is 'and not on such as no call has met' tells 'fresh 1'
on_card YOURS=2 WIDE=1 >"$scratch/verdict"
is 'rounds that differ make it wide' tells 'ratio yours 0.66667 0.66667 1 15'
on_card YOURS=2 'WRONG=yours 0' >"$scratch/verdict"
isnt 'no verdict for a product that is wrong' ends
is 'it says whose' said '^race: yours at 4096x4096x4096 is wrong: off'
on_card YOURS=2 'WRONG=yours late' >"$scratch/verdict"
isnt 'nor where the last batch leaves a wrong one' ends

# The whole way, on this machine.
site 'RACE_ENGINE=local' 'RACE_TRIES=3'
race() { # NAME WHO MADE-UP: hands in and races
    program "$@"
    sh course/staff/race-all.sh "$scratch/$1.tar" >"$scratch/said" 2>&1
}
who() { # the n-th somebody with this variant
    n=$1
    for m in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s t u v w x y z; do
        (variant_of "racer-$m"; [ "$variant" = t16 ]) || continue
        [ "$n" -gt 1 ] || { echo "racer-$m"; return; }
        n=$((n - 1))
    done
}
anna=$(who 1) ben=$(who 2) cara=$(who 3)
forget "$anna" "$ben" "$cara"
race first "$anna" YOURS=2
is 'as fast as the reference: ten points' said "$anna: 10 of 10 for speed: 1 of the speed of the reference"
is 'and a row for the scores' test "$(cat "$races/$unit/$anna/row.csv")" = "$anna,10"
is 'its seconds on the card are kept' test "$(result "$anna" seconds)" -ge 0
race first "$anna" YOURS=2
is 'raced once, it is not raced again' said '^first.tar: .* raced before: 10 of 10'
mv "$scratch/build" "$scratch/build.kept" && echo 'exit 2' >"$scratch/build"
is 'nor is it when its job runs twice' sh course/race-job.sh "$races/$unit/$anna/$(cat "$races/$unit/$anna/latest")"
mv "$scratch/build.kept" "$scratch/build"
race second "$anna" YOURS=4
is 'another program of the same student counts instead' test "$(cat "$races/$unit/$anna/row.csv")" = "$anna,0"
is 'as slow as the rung before: nothing' said ': 0 of 10 for speed: 0.5 of the speed'
race third "$anna" YOURS=2.8284
is 'half-way by the logarithm: half of it' test "$(result "$anna" points)" = 5
race fast "$anna" YOURS=1
is 'faster earns no more' test "$(result "$anna" points)" = 10
race cached "$anna" 'YOURS=1.9 CACHED=1'
is 'who races what is done already gets nothing' said ': 0 of 10 for speed: when A, B and C are new it has 1.05 .* and 10.5 when they are not'
race kept "$anna" 'YOURS=1.9 KEPT=1'
is 'nor does who has kept what these A and B make' said ': 0 of 10 for speed: when A, B and C are new it has 1.05 '
race wide "$anna" 'YOURS=2 WIDE=1'
is 'a wide race is run again' test "$(grep -c 'wide .*once more' "$scratch/said")" = 2
is 'so often and no more, and it says so' said 'no race of 3 was narrower'
race broken "$anna" 'YOURS=2 WRONG=C'
is 'a kernel that writes beside C on the card gets nothing' said ': 0 of 10 for speed: on the card: .*beside C'

made_up -DALONE
race alone "$anna" YOURS=2.0
is 'without the reference there is the library, and no points' said ': 0 of 10 for speed: no points, .* it has 50 % of cuBLAS on Made Up'
made_up

# For the staff, before term.
checks() { sh course/staff/race-check.sh "$1" >"$scratch/said" 2>&1; }
is 'the solution is worth ten points and the starter none' checks tiling
is 'and so it is said' said '^tiling: the solution gets 10 of 10, the starter 0'
isnt 'where the starter is as fast, as on a card that is made up, something is wrong' checks vectorized
rm -rf "$races"/*/race-check-*

# Not right by the lens: it never comes to the card.
sed '0,/__syncthreads();/s///' "$key/solution.cu" >"$scratch/x"
keep=$id id=$ben
hand_in wrong <"$scratch/x"
id=$keep
printf 'touch %s/built\nexit 1\n' "$scratch" >"$scratch/build.part"
mv "$scratch/build" "$scratch/build.kept" && mv "$scratch/build.part" "$scratch/build"
sh course/staff/race-all.sh "$scratch/wrong.tar" >"$scratch/said" 2>&1
is 'a wrong kernel scores nothing, for its reason' said ': 0 of 10 for speed: a kernel that is wrong does not race: race: '
is 'and is not even built' test ! -e "$scratch/built"

# What is the machine's fault is no result.
printf 'echo no nvcc on this node >"$4/words"\nexit 2\n' >"$scratch/build"
race kept "$ben" YOURS=2
is 'a machine that cannot build is told' said 'no race is built here: no nvcc on this node'
is 'and gives no result' test ! -e "$races/$unit/$ben/row.csv"
mv "$scratch/build.kept" "$scratch/build"
sh course/staff/race-all.sh "$scratch/kept.tar" >"$scratch/said" 2>&1
is 'said again, it races' test "$(cat "$races/$unit/$ben/row.csv")" = "$ben,10"

# Killed in the middle.
program killed "$cara" YOURS=2
mv "$scratch/build" "$scratch/build.kept"
printf 'echo $PPID >"%s/pid"\nsleep 30\n' "$scratch" >"$scratch/build"
sh course/staff/race-all.sh "$scratch/killed.tar" >"$scratch/said" 2>&1 &
staff=$!
for i in 0 1 2 3 4 5 6 7 8 9; do [ -s "$scratch/pid" ] || sleep 1; done
kill -KILL "$(cat "$scratch/pid")"
wait $staff
mv "$scratch/build.kept" "$scratch/build"
is 'a race that is killed leaves no result' test ! -e "$races/$unit/$cara/$(cat "$races/$unit/$cara/latest")/result"
is 'nor half a file' test -z "$(find "$races/$unit/$cara" -name '*.part')"
sh course/staff/race-all.sh "$scratch/killed.tar" >"$scratch/said" 2>&1
is 'and is raced the next time' test "$(cat "$races/$unit/$cara/row.csv")" = "$cara,10"
graded=build/course/graded/$unit/$cara
mkdir -p "$graded" && echo "$cara,91" >"$graded/row.csv"
make -s scores >"$scratch/said" 2>&1
is 'the scores have a column for speed' awk -F, -v who="$cara" '
    NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "Tiling: speed") at = i } $1 == who { exit !(at && $at == 10 && $(at - 1) == 91) }' build/course/scores.csv
rm -rf "$graded"
forget "$anna" "$ben" "$cara"

# The student's verb, without a card and without a queue.
none=$scratch/none
mkdir "$none" && for t in sh awk sed grep sha256sum cut cat mkdir mv rm tr tail head wc printf; do ln -s "$(command -v $t)" "$none/$t"; done
mkdir -p "$scratch/work/tiling" && ln -s "$PWD/course" "$PWD/code" "$scratch"
echo "$anna" >"$scratch/work/tiling/id" && : >"$scratch/work/tiling/log.txt" && cp "$key/solution.cu" "$scratch/work/tiling/tiling.cu"
(cd "$scratch" && RACE_SITE='' PATH=$none sh course/race.sh tiling) >"$scratch/said" 2>&1
is 'with neither: exit 2' test $? = 2
is 'and one sentence that says what there is and what to do' test "$(wc -l <"$scratch/said"):$(grep -c '^no queue that answers and no GPU here: .*sbatch.*make try' "$scratch/said")" = 1:1

# What would be one program for the lens and another for the card.
refused() { # WORD <PROGRAM
    mkdir -p "$scratch/box" && cat >"$scratch/x.cu"
    sh course/race-compile.sh tiling t16 "$scratch/x.cu" "$scratch/box" "$key" >"$scratch/said" 2>&1
    [ $? = 1 ] && grep -q "it uses \`$1" "$scratch/box/words"
}
beside() { cat "$key/solution.cu" && printf '%b' "$1"; }
is 'an #if' refused '#if' <<END
$(beside '#if 1\n#endif\n')
END
is 'an #ifdef behind a comment, over two lines' refused '#ifdef' <<END
$(beside '/* */ # \\\nifdef X\n#endif\n')
END
is 'the name of the compiler' refused '__CUDA_ARCH__' <<END
$(beside 'const int __CUDA_ARCH__ = 0;\n')
END
is 'that name out of two halves' refused '##' <<END
$(beside '#define P(a, b) a##b\n')
END

# For a card, as far as that goes without one.
if command -v nvcc >/dev/null; then
    echo 'RACE_ARCH=sm_90' >"$RACE_SITE"
    export PATH
    mkdir "$scratch/card"
    sh course/race-compile.sh tiling t16 "$key/solution.cu" "$scratch/card" "$key" >"$scratch/said" 2>&1
    cat "$scratch/card/words" "$scratch/card/said" >>"$scratch/said" 2>/dev/null
    is 'nvcc builds the race' test -x "$scratch/card/race"
    is 'with the three kernels apart' test "$(nm -C "$scratch/card/race" | grep -cE ' (race_the_reference::|race_the_rung::)?(tiled<16>|coalesced)\(')" -ge 3
    CUDA_VISIBLE_DEVICES='' "$scratch/card/race" 0 16 16 16 4096 3>"$scratch/verdict" >"$scratch/said" 2>&1
    is 'which says what is missing where it sees no card' test $? = 2 -a ! -s "$scratch/verdict"
else
    for what in builds apart says; do is "$what # SKIP no nvcc here" true; done
fi
