#!/bin/sh
# What the final times is what nvcc made, as the program is: winners and their speeds come from it.
. "$(dirname "$0")/lib/tune.sh"
fake_tuner
export TIMED=$scratch/timed
folder=data/made-up
tune() {
    rm -rf data "$TIMED"
    "$scratch/tune" autotuning --size 4096 --size 2048 --data data "$@" >"$scratch/said" 2>&1
}
only() { # ROUNDS COMPILER: all with so many rounds were made by that one
    awk -v r="$1" -v by="$2" '$5 == r { ++n; if ($4 != by) bad = 1 } END { exit bad || !n }' "$TIMED"
}
says() { grep -qx "$2" "$folder/autotuning-$1.csv"; }
rows() { grep '^[1-9]' "$folder/autotuning-$1.csv"; }

# speed CONFIG SHAPE ROUNDS: as it was timed; top: everybody in the final, the fastest first
speed() { awk -v c="$1" -v s="$2" -v r="$3" '$1 == c && $2 == s && $5 == r { print $3 }' "$TIMED"; }
top() { awk -v s="$1" '$2 == s && $5 == 15 { print $3, $1 }' "$TIMED" | sort -rn; }
picks() { rows search | awk -F , -v s="$1" '$1 "x" $2 "x" $3 == s { print $6, $5 }' | sort -rn | head -n 8; }

each() { # COMMAND: holds of each row of winners, with its cells set
    rows winners >"$scratch/rows"
    while IFS=, read -r m n k config _ _ _ _ _ _ _ gflops _ _ _ best best_gflops _ search search_gflops _; do
        shape=${m}x${n}x$k
        "$1" || return 1
    done <"$scratch/rows"
}
winner_is_nvccs() { [ "$gflops" = "$(speed "$config" "$shape" 15)" ]; }
best_is_nvccs() { [ "$best_gflops $best" = "$(top "$shape" | head -n 1)" ]; }
other_than_first() { # the first pass has another favourite, and so would have been the winner
    [ "$best" != "$(awk -v s="$shape" '$2 == s && $5 == 3 { print $3, $1 }' "$TIMED" | sort -rn |
        head -n 1 | cut -d' ' -f2)" ]
}
search_is_the_best_of_eight() {
    picks "$shape" | while read -r _ c; do echo "$(speed "$c" "$shape" 15) $c"; done |
        sort -rn | head -n 1 | grep -qx "$search_gflops $search"
}
door() { # all within the margin of the first pass's best, but for the search's eight; 32 at most
    picks "$shape" | cut -d' ' -f2 >"$scratch/eight"
    awk -v s="$shape" -v eight="$scratch/eight" -v margin="${margin:-8}" '
        BEGIN { while ((getline c <eight) > 0) in_it[c] = 1 }
        $2 == s && $5 == 3 { first[$1] = $3; if ($3 > best) best = $3 }
        $2 == s && $5 == 15 { last[$1] = 1 }
        END {
            for (c in in_it) if (!last[c]) exit 1
            for (c in last) { ++n; if (first[c] < (1 - margin / 100) * best && !in_it[c]) exit 1 }
            for (c in first) near += first[c] >= (1 - margin / 100) * best || in_it[c]
            exit n != (near < 32 ? near : 32)
        }' "$TIMED"
}
tuning_is_nvrtcs() {
    awk -F '[ ,]' -v s="$shape" 'FNR == NR { if ($2 == s && $5 == 3) first[$1] = $3; next }
        $9 "x" $10 "x" $11 == s { ++n; if (first[$1] != $15) exit 1 }
        END { if (n != 390) exit 1 }' "$TIMED" "$folder/autotuning-tuning.csv"
}
differ() { # the words that the two speeds of all finalists make
    awk '$5 == 3 { first[$1 $2] = $3 } $5 == 15 { d = $3 / first[$1 $2] - 1; print d < 0 ? -d : d }' "$TIMED" |
        sort -n | awk '{ x[NR] = $1 } END { printf "finalists differ by %.1f %% (median), %.1f %% (largest)\n",
            50 * (x[int((NR + 1) / 2)] + x[int((NR + 2) / 2)]), 100 * x[NR] }'
}
out() { # TEXT: the best is out of the final at 4096, it is said why, and another one wins
    grep -qx "tune: $was is not in the final: as nvcc makes it, it $1" "$scratch/said" &&
        [ -z "$(speed "$was" 4096x4096x4096 15)" ] && [ -n "$(speed "$was" 4096x4096x4096 3)" ] &&
        each best_is_nvccs
}

plan 31
is 'both' tune
is 'the first pass times what NVRTC made' only 3 NVRTC
is 'the final times what nvcc made' only 15 nvcc
is 'the speed of a winner is that of nvcc' each winner_is_nvccs
is 'the best is the fastest by nvcc' each best_is_nvccs
is 'which is another one than the fastest by NVRTC' each other_than_first
is 'what the search found is the fastest by nvcc of its own eight' each search_is_the_best_of_eight
is 'the door is open as far as it should be' each door
is 'the tuning record keeps what NVRTC made' each tuning_is_nvrtcs
is 'the winners say who made what was timed' says winners '# final: nvcc 1.0'
is 'and with which options' says winners '# final-flags: -arch=sm_90 -O9'
is 'and how far the two compilers are apart' says winners "# compilers: $(differ)"
is 'it is also told' grep -q "^autotuning nvcc 1.0 and NVRTC 0.0: $(differ)\$" "$scratch/said"
is 'no journal is left' [ "$(ls $folder | wc -l)" -eq 3 ]
was=$(rows winners | head -n 1 | cut -d, -f16)

margin=2
is 'a narrower door' tune --margin 2
is 'is open as far as it should be' each door
margin=8

is 'a search alone' tune --mode search
is 'has its final by nvcc, too' only 15 nvcc
is 'and its choice among its eight' each search_is_the_best_of_eight

export BY=nvcc
export WRONG=$was
is 'one that is wrong by nvcc alone' tune
is 'is not in the final' out 'is wrong: C\[1\]\[2\] is 3; and should be 4'
unset WRONG
export BROKEN=$was
is 'one that does not compile by nvcc alone' tune
is 'is not there either' out "does not compile: error: expected a ';'; or so"
unset BROKEN
export SPOILS=$was
isnt 'one that spoils the card by nvcc alone' tune
is 'ends it all' grep -q "^tune: $was has left the card unusable: wrong: " "$scratch/said"
isnt 'with no record of winners' [ -e $folder/autotuning-winners.csv ]
unset SPOILS BY

export NO_NVCC=1
is 'without nvcc' tune
is 'the final times what NVRTC made' only 15 NVRTC
is 'and says so' says winners '# final: NVRTC 0.0'
is 'the fastest is still the best' each best_is_nvccs
isnt 'there is nothing to compare' grep -q '^# compilers\|^# final-flags' $folder/autotuning-winners.csv
