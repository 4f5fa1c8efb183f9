#!/bin/sh
# race-job.sh [build] ENTRY | LIST: one race, on the machine that has the card. A LIST has an entry a line,
# of which Slurm's array element takes its own. What has a result is not raced again; a race that is too wide goes
# back to the queue, or is run again here where there is none. Exit 0 with a result, 2 without one.
# `build` stops before the card: many may be built beside each other, and wait in ENTRY/built.
. course/lib.sh
. course/race-lib.sh
build=
[ "$1" != build ] || { build=yes; shift; }
entry=$1
[ -d "$entry" ] || entry=$(sed -n "${SLURM_ARRAY_TASK_ID:-1}p" "$1")
[ -e "$entry/program.cu" ] || say "nothing to race in '$entry'"
[ ! -e "$entry/result" ] || { publish; exit 0; }
id=${entry%/*} id=${id##*/}
unit=${entry#"$races"/} unit=${unit%%/*}
if [ -n "$RACE_MODULES" ]; then
    for init in /etc/profile.d/modules.sh /etc/profile.d/lmod.sh /etc/profile.d/z00_lmod.sh; do
        # shellcheck disable=SC1090
        command -v module >/dev/null || [ ! -f $init ] || . $init
    done
    # shellcheck disable=SC2086
    module load $RACE_MODULES || say "no modules '$RACE_MODULES' here"
fi
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM

# What is no fault of the program's is no result: the job may be queued again.
fail() {
    echo "$*" | whole "$entry/failed"
    say "$unit, $id: $*"
}

finish() { # POINTS WORDS [VERDICT]
    {
        echo "unit: $unit"
        echo "id: $id"
        echo "program: $(sha256sum <"$entry/program.cu" | cut -c 1-64)"
        echo "size: $(shapes | sed 's/.*://' | paste -s -d ' ')"
        [ -z "$3" ] || sed '/^end$/d; s/^\(shape\|card\|fresh\|library\|ratio [a-z]*\) /\1: /' "$3"
        echo "seconds: $(($(date +%s) - begin))"
        date -u '+date: %Y-%m-%dT%H:%M:%SZ'
        echo "points: $1"
        echo "words: $2"
    } | whole "$entry/result" && publish && rm -f "$entry/failed" && echo "$unit, $id: $(show)"
    exit
}

begin=$(date +%s)
variant_of "$id"
build_course
key
mkdir "$box/judge"
if [ ! -e "$entry/right" ]; then
    sh course/judge.sh "$unit" "$variant" "$entry/program.cu" "$box/judge" "$key" || fail 'the lens cannot judge it here'
    why=$([ -e "$box/judge/right" ] || awk -F '\t' '$1 == "public" { print $4; exit }' "$box/judge/points")
    [ -z "$why" ] || finish 0 "a kernel that is wrong does not race: $why"
    : >"$entry/right"
fi
if ! mv "$entry/built" "$box/card" 2>/dev/null; then
    mkdir "$box/card"
    # shellcheck disable=SC2086
    $RACE_BUILD "$unit" "$variant" "$entry/program.cu" "$box/card" "$key"
    case $? in
    0) ;;
    1) finish 0 "it does not race: $(sed 's/^[a-z-]*: //; q' "$box/card/words")" ;;
    *) fail "no race is built here: $(tail -n 1 "$box/card/words" 2>/dev/null)" ;;
    esac
fi
if [ -n "$build" ]; then
    rm -rf "$entry/built.part" && cp -R "$box/card" "$entry/built.part" && mv "$entry/built.part" "$entry/built"
    exit
fi

# As run_judge has it, but for what a card needs: its number, more descriptors and memory.
race() {
    rm -rf "$box/card/own" && mkdir "$box/card/own" || return 2
    {
        {
            (
                cd "$box/card/own" || exit
                ulimit -c 0
                ulimit -f 131072
                exec env -i PATH=/usr/bin:/bin ${CUDA_VISIBLE_DEVICES:+"CUDA_VISIBLE_DEVICES=$CUDA_VISIBLE_DEVICES"} \
                    timeout -s KILL "$RACE_SECONDS" ../race "$@"
            ) 3>&1 >/dev/null 2>&4 4>&- </dev/null
            echo $? >"$box/card/status"
        } | head -c 100000 >"$box/card/verdict"
    } 4>&1 | head -c 4000 | tr -d '\000-\010\013-\037\177' >"$box/card/words"
    [ "$(tail -n 1 "$box/card/verdict")" = end ]
}

again() { # to the queue; false where there is none, or where it does not take it back
    me=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}
    [ -n "$SLURM_JOB_ID" ] && scontrol requeue "${me:-$SLURM_JOB_ID}" 2>/dev/null || return 1
    sleep 300 & # until the queue ends it
    wait
    exit 1
}

# The tries of a shape, one a line: width, then the verdict's lines between semicolons. They are enough when one
# is narrow, or when they are many: after a requeue a shape that is done is not raced again.
enough() { [ -e "$tries" ] && awk -F ';' -v most="$RACE_WIDE" -v many="$RACE_TRIES" '$1 <= most + 0 { narrow = 1 } END { exit !(narrow || NR >= many) }' "$tries"; }

race_shape() { # SIZE
    # shellcheck disable=SC2086
    until enough; do
        if ! race $table "$1"; then
            words=$(its_words "$box/card")
            case $(cat "$box/card/status"):$words in
            2:* | *:reference\ * | *:rung\ * | *:cublas*) fail "$words" ;;
            esac
            finish 0 "on the card: $words"
        fi
        width=$(awk '$1 == "ratio" && $2 == "yours" { w = ($5 - $4) / $3 } $1 == "library" { l = ($4 - $3) / $2 } END { print w == "" ? l : w }' "$box/card/verdict")
        echo "$width;$(paste -s -d ';' "$box/card/verdict")" >>"$tries"
        enough || again || echo "$unit, $id: wide ($width), once more"
    done
}

# From the rung before to the reference, by the logarithm; where the rung is hardly slower, from
# half of the reference's speed. Of several shapes each has a like share of the points.
score() { # <VERDICT: points, and words
    awk -v tries="$(wc -l <"$tries")" -v wide="$RACE_WIDE" '
    $1 == "card" { card = $0; sub(/^card /, "", card) }
    $1 == "ratio" && $2 == "yours" { y = $3; lo = $4; hi = $5; rounds = $6 }
    $1 == "ratio" && $2 == "rung" { rung = $3 }
    $1 == "fresh" { fresh = $2 }
    $1 == "library" { library = $2 }
    END {
        percent = sprintf("%.3g %% of cuBLAS on %s", 100 * library, card)
        if (y == "") { print "0\tno points, for the kernel to compare it with is not in this copy; it has " percent; exit }
        if (rung == "" || rung > .98) rung = .5
        share = y >= 1 ? 1 : y <= rung ? 0 : log(y / rung) / log(1 / rung)
        words = sprintf("%.3g of the speed of the reference (%.3g to %.3g in %d rounds), where %.3g is worth nothing; %s", y, lo, hi, rounds, rung, percent)
        if ((hi - lo) / y > wide) words = words "; no race of " tries " was narrower"
        if (fresh < .8 * y) { share = 0; words = sprintf("when A, B and C are new it has %.3g of the speed of the reference, and %.3g when they are not: what is done already is not raced", fresh, y) }
        printf "%.4g\t%s\n", 10 * int(share * 100 + .5) / 100, words
    }'
}

for shape in $(shapes); do
    tries=$entry/tries-${shape%:*}
    race_shape "${shape#*:}"
    sort -t ';' -k 1,1g "$tries" | sed 's/^[^;]*;//; q' | tr ';' '\n' >"$box/best"
    { echo "shape ${shape%:*}"; cat "$box/best"; } >>"$box/raced"
    score <"$box/best" | sed "s/	/	${shape%:*}: /; s/	one: /	/" >>"$box/scores"
done
finish "$(awk -F '\t' '{ n += $1 } END { printf "%.4g", n / NR }' "$box/scores")" "$(cut -f 2 "$box/scores" | paste -s -d '|' | sed 's/|/; /g')" "$box/raced"
