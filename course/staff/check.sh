#!/bin/sh
# check.sh [UNIT]: is the grader right? Each solution, with the right predictions and a log,
# gets all points, and each starter, with the same, none; each wrong kernel of tests/bad that fits the
# tiles of a unit loses what it should, for the reason that tests/bad/table gives.
. course/lib.sh
case $1 in '') asked=$(units) ;; *) has_unit "$1"; asked=$1 ;; esac
build_course
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM
# What the staff noted of dates and rosters is another matter.
export COURSE_STAFF="$box/staff"
mkdir "$COURSE_STAFF"
. course/staff/lib.sh
wrong=0
tell() { echo "$*"; }
fault() { echo "WRONG: $*"; wrong=$((wrong + 1)); }

# Somebody whose variant this is.
somebody() {
    for n in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j; do
        (variant_of "check-$n"; [ "$variant" = "$1" ]) && { echo "check-$n"; return; }
    done
    say "no name of those tried has the variant $1 of $unit"
}

hand_in() { # FILE ID
    rm -rf "$box/in" && mkdir "$box/in"
    cp "$1" "$box/in/$unit.cu" && printf '%s\n' "$2" "$(code_of "$2")" >"$box/in/id"
    right=$(sh course/staff/answers.sh "$unit" "$2" | answers)
    receipt "$2" 2026-01-01T00:00:00Z "$right" >"$box/in/receipt.txt"
    first="$(printf %s "$right" | sha256sum | cut -c 1-64) predicted"
    line="2026-01-01T00:00:00Z $(sha256sum <"$1" | cut -c 1-64) 0"
    printf '%s\n%s %s\n' "$first" "$(echo "$first $line" | sha256sum | cut -c 1-64)" "$line" >"$box/in/log.txt"
    tar -cf "$box/$2.tar" --format=ustar -C "$box/in" id log.txt receipt.txt "$unit.cu"
    sh course/staff/grade.sh "$box/$2.tar" >"$box/said"
}

judge_it() {
    rm -rf "$box/judged" && mkdir "$box/judged"
    sh course/judge.sh "$unit" "$variant" "$box/wrong.cu" "$box/judged" "$key"
}

for unit in $asked; do
    for variant in $(of variant | cut -d "|" -f 1); do
        [ -z "$COURSE_VARIANT" ] || [ "$COURSE_VARIANT" = "$variant" ] || continue
        id=$(somebody "$variant") || exit
        variant_named "$variant"
        key
        hand_in "$key/solution.cu" "$id"
        later=$(of points | grep -o '\(oral\|reason\) [0-9]*' | awk '{ n += $2 } END { print n + 0 }')
        full="$((100 - later)) of 100"
        case $(tail -n 1 "$box/said") in
        "$full") tell "$unit, $variant: the solution gets $full" ;;
        *) fault "$unit, $variant: the solution gets $(tail -n 1 "$box/said"): $(head -n 1 "$box/said")" ;;
        esac
        hand_in "$key/starter.cu" "$id"
        case $(tail -n 1 "$box/said") in
        "0 of 100") tell "$unit, $variant: the starter gets 0 of 100" ;;
        *) fault "$unit, $variant: the starter gets $(tail -n 1 "$box/said")" ;;
        esac
        rm -rf "build/course/graded/$unit/$id" "build/course/graded/$unit/$id"@*
    done
done

# Typical mistakes, made in the solution, and judged as by `make try`.
while IFS= read -r made; do
    case $made in "#"*) continue ;; esac
    field() { printf "%s\n" "$made" | cut -d "|" -f "$1"; }
    unit=$(field 1)
    case " $asked " in *" $unit "*) ;; *) continue ;; esac
    [ -z "$COURSE_ONLY" ] || [ "$COURSE_ONLY" = "$(field 3)" ] || continue
    variant_named "$(field 2)"
    key
    sed "$(field 5-)" "$key/solution.cu" >"$box/wrong.cu"
    judge_it || exit
    if grep -qF "$(field 4)" "$box/judged/points"; then
        tell "$unit, $(field 3): $(awk -F '\t' '{ got += $2; all += $3 } END { print got " of " all }' "$box/judged/points")"
    else
        fault "$unit, $(field 3): should be told ‘$(field 4)’, and the report is $(tr "\n\t" "  " <"$box/judged/points")"
    fi
done <course/staff/mistakes

# tests/bad/products.cu has tiles of 16, as a variant of tiling has.
case " $asked $COURSE_KERNELS " in *' no '*) ;; *' tiling '*)
    unit=tiling
    variant_named t16
    key
    lines=$(grep -n '^const struct kernel kernels' tests/bad/products.cu | cut -d : -f 1)
    : >"$box/tell"
    while IFS='|' read -r program kernel asked_for _ sentence _; do
        [ "$program" = products ] && [ "$asked_for" = verify ] || continue
        [ -z "$COURSE_ONLY" ] || [ "$COURSE_ONLY" = "$kernel" ] || continue
        mistake=$(echo "$kernel" | tr 'a-z-' 'A-Z_')
        grep -q "^ *MADE(\"$kernel\", $mistake)\$" tests/bad/products.cu || continue # it has a launcher or a tile of its own
        {
            head -n $((lines - 1)) tests/bad/products.cu
            printf 'const struct kernel kernels[] = {\n    {"tiled", run<%s>, TILE, TILE, TILE, 8192, 0, "product<%s>"},\n    {},\n};\n' "$mistake" "$mistake"
        } >"$box/wrong.cu"
        judge_it || exit
        said=$(awk -F '\t' '$1 == "public" { print $2 " of " $3 ": " $4 }' "$box/judged/points")
        if echo "$said" | grep '^0 of' | grep -q "$(echo "$sentence" | sed "s/^$kernel /tiled /")"; then
            tell "$kernel: $said"
        else
            fault "$kernel should be told \`$sentence\` and is told \`$said\`"
        fi
    done <tests/bad/table
    ;;
esac
[ $wrong = 0 ]
