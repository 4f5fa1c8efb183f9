#!/bin/sh
# race-check.sh [UNIT]: is the race right on the card that races? Each unit's solution races itself,
# which must be worth nine and a half points of ten at least, and its starter gets none. On a queue, said
# again it tells what has come of it since. The results and the minutes stay in ${OUT:-build/course}/race-check.
. course/lib.sh
. course/race-lib.sh
. course/staff/lib.sh
asked=
case $1 in
'') for unit in $(units); do [ -n "$(of way)" ] || asked="$asked $unit"; done ;;
*)
    has_unit "$1"
    [ -z "$(of way)" ] || say "U=$unit: a chooser computes no product, so it cannot be raced"
    asked=$1
    ;;
esac
begun=$(date +%s)
out=${OUT:-build/course}/race-check
mkdir -p "$out" || exit 2
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM

# Two who have the first variant of the unit.
two() {
    for n in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s t; do
        (variant_of "race-check-$n"; [ "$variant" = "$1" ]) && echo "race-check-$n"
    done | head -n 2
}

for unit in $asked; do
    first=$(of variant | sed 's/ *|.*//; q')
    variant_named "$first"
    key
    # shellcheck disable=SC2046
    set -- $(two "$first")
    for who; do
        printf '%s\n' "$who" "$(code_of "$who")" >"$box/id"
        cp "$key/$([ "$who" = "$1" ] && echo solution || echo starter).cu" "$box/$unit.cu"
        tar -cf "$box/$unit-$who.tar" --format=ustar -C "$box" id "$unit.cu"
    done
done
sh course/staff/race-all.sh "$box"
result() { cat "$races/$unit/$1/$(cat "$races/$unit/$1/latest" 2>/dev/null)/result" 2>/dev/null; }
wrong=0
for unit in $asked; do
    # shellcheck disable=SC2046
    set -- $(two "$(of variant | sed 's/ *|.*//; q')")
    best=$(cut -d , -f 2 "$races/$unit/$1/row.csv" 2>/dev/null)
    least=$(cut -d , -f 2 "$races/$unit/$2/row.csv" 2>/dev/null)
    result "$1" >"$out/$unit-solution"
    result "$2" >"$out/$unit-starter"
    if [ -z "$best" ] || [ -z "$least" ]; then
        echo "$unit: not raced yet"
        wrong=1
    elif awk -v best="$best" -v least="$least" 'BEGIN { exit !(best >= 9.5 && least <= .5) }'; then
        echo "$unit: the solution gets $best of 10, the starter $least"
        rm -rf "${races:?}/$unit/$1" "${races:?}/$unit/$2"
    else
        echo "WRONG: $unit: the solution gets $best of 10, the starter $least; see $races/$unit/$1 and $2"
        wrong=1
    fi
done
cat "$out"/*-solution "$out"/*-starter | awk -v clock=$(($(date +%s) - begun)) '
    $1 == "card:" { card = $0; sub(/^card: /, "", card) }
    $1 == "seconds:" { n += $2; ++races; most = $2 > most ? $2 : most }
    END { printf "%d races took %.1f minutes of %s, the longest %d s; with what was built before, %.1f minutes on the clock\n", races, n / 60, card == "" ? "no card" : card, most, clock / 60 }' | tee "$out/minutes"
exit $wrong
