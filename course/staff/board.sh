#!/bin/sh
# board.sh [UNIT]: build/course/board.html, a page that a class can read: what the races of the unit `shapes` recorded, and
# what the grader counted of the same programs, for a class without a card. Who is on it: NAMES=pseudonyms (else), logins, or
# names of the roster; build/course/board.tsv says whose pseudonym is whose, for the staff. CARD= chooses the card, else it is that of most races.
#
# A record is on the board when it is whole, of the program that lies beside it, of this unit's shapes, and of
# this card. All others are named, with the reason, and exit is 1. Places follow from the geometric mean of the shapes, to a tenth of
# a per cent: who is equal there has the same place.
. course/lib.sh
. course/race-lib.sh
. course/staff/lib.sh
has_unit "${1:-shapes}"
[ -n "$(of race)" ] || say "U=$unit: the unit has no line \`race:\`, and so no board; it is for shapes"
case ${NAMES:=pseudonyms} in pseudonyms | logins) ;; names) [ -s "$staff/roster" ] || say "NAMES=names: course/staff/roster is not there; \`make sheets ROSTER=\` keeps it" ;; *) say "NAMES=$NAMES: it takes pseudonyms, logins or names" ;; esac
writes build
out=build/course
mkdir -p $out && box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM

# The counts that are compared: what is asked of global memory, without which no kernel does.
traffic() { of count | sed -n 's/^\(global [^|]*[^ |]\) *| *\([0-9x]*\) .*/\1\t\2/p'; }

# On the page stands nobody's login: two words, from the secret; a number behind them where two have the same.
pseudonym() { # ID
    adjectives='amber brisk calm clever cosmic crisp curious daring early fearless gentle golden happy humble jolly keen lively lucky merry mighty nimble noble patient proud quick quiet silver steady sunny swift warm witty'
    animals='ant badger bat bear beaver bison crab crane deer dolphin eagle falcon finch fox gecko hare heron ibex lark lynx magpie marten mole newt otter owl puffin raven seal stork tern wren'
    mac "board $1" | LC_ALL=C awk -v a="$adjectives" -v b="$animals" '{
        n = split(a, one, " "); m = split(b, two, " ")
        for (i = 1; i <= 4; ++i) { x = x * 16 + index("0123456789abcdef", substr($0, i, 1)) - 1; y = y * 16 + index("0123456789abcdef", substr($0, i + 4, 1)) - 1 }
        print one[x % n + 1] " " two[y % m + 1] }'
}

# Why this record is not on the board, or nothing; its numbers go to $box/record: card, date, and share, ratio of each shape.
fault() { # ENTRY ID
    [ -f "$1/result" ] && [ ! -L "$1/result" ] || { echo 'it has not been raced'; return; }
    sum=$(sha256sum <"$1/program.cu" 2>/dev/null | cut -c 1-64)
    LC_ALL=C awk -v unit="$unit" -v id="$2" -v sum="$sum" -v shapes="$(shapes | tr '\n' ' ')" '
        function number(s) { return s ~ /^[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/ && s + 0 > 0 && s + 0 < 1000 }
        function wrong(s) { if (why == "") why = s }
        { at = index($0, ": "); key = substr($0, 1, at - 1); value = substr($0, at + 2) }
        key ~ /^(unit|id|program|size|seconds|date|points|words)$/ { if (key in one) wrong("it says twice what its " key " is"); one[key] = value; last = key; next }
        key == "shape" { shape[++n] = value; last = key; next }
        key == "card" { if (n && card != "" && card != value) wrong("its shapes were raced on two cards"); card = value; next }
        key == "ratio yours" { split(value, f, " "); ratio[n] = f[1]; next }
        key == "library" { split(value, f, " "); share[n] = f[1]; next }
        key == "fresh" { fresh[n] = value; next }
        key == "ratio rung" { next }
        { wrong("it is damaged at line " NR) }
        END {
            if (last != "words" || !("points" in one) || !("date" in one)) wrong("it is cut off")
            if (one["unit"] != unit || one["id"] != id) wrong("it is a record of " one["id"] " for " one["unit"])
            if (one["program"] != sum) wrong("it is not of the program that lies beside it")
            if (!n) wrong(one["words"])
            of = split(shapes, want, " ")
            for (i = 1; i <= of; ++i) {
                split(want[i], f, ":")
                sizes = sizes (i > 1 ? " " : "") f[2]
                if (shape[i] != f[1]) wrong("it was raced at other shapes")
                else if (!number(share[i])) wrong("it has no share of cuBLAS at the shape " f[1])
                else if (!number(ratio[i]) || !number(fresh[i])) wrong("it was raced without the book\047s kernel at the shape " f[1])
                else if (fresh[i] < .8 * ratio[i]) wrong("at the shape " f[1] " it is fast only at what is done already")
            }
            if (n != of || one["size"] != sizes) wrong("it was raced at other shapes")
            if (one["date"] !~ /^20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-9:]+Z$/) wrong("its date is no date")
            if (card == "") wrong("it does not say on which card it ran")
            if (why != "") { print why; exit }
            line = card "\t" one["date"]
            for (i = 1; i <= of; ++i) line = line "\t" share[i] "\t" ratio[i]
            print line >record
        }' record="$box/record" "$1/result"
}

# Of each student the latest program, and besides all others that have a record: id, latest or before, and the numbers.
for file in raced here other refused counted; do : >"$box/$file"; done
for of_id in "$races/$unit"/*/; do
    id=${of_id%/}
    id=${id##*/}
    [ -e "$of_id/latest" ] || continue
    if ! good_id "$id" || ! on_roster "$id"; then
        printf '%s\tit is not on the roster\n' "$id" >>"$box/refused"
        continue
    fi
    latest=$(head -c 64 "$of_id/latest" | head -n 1)
    for entry in "$of_id"*/; do
        entry=${entry%/}
        why=$(fault "$entry" "$id")
        if [ -z "$why" ]; then printf '%s\t%s\t%s\n' "$id" "$([ "${entry##*/}" = "$latest" ] && echo latest || echo before)" "$(cat "$box/record")" >>"$box/raced"
        elif [ "${entry##*/}" = "$latest" ]; then printf '%s\t%s\n' "$id" "$why" >>"$box/refused"
        fi
    done
    [ -d "$of_id$latest" ] || printf '%s\t%s\n' "$id" 'its latest program is not there' >>"$box/refused"
done
card=${CARD:-$(cut -f 3 "$box/raced" | sort | uniq -c | sort -k 1,1nr | sed 's/^ *[0-9]* //; q')}
awk -F '\t' -v card="$card" -v box="$box" '
    $3 == card { print >(box "/here"); next }
    $2 == "latest" { print $1 "\tit ran on " $3 ", and this board is of " card >(box "/other") }' "$box/raced"
cat "$box/other" >>"$box/refused"

# What the grader counted, of programs that are right at all sizes: the budget over what was seen, for each count.
for folder in "build/course/graded/$unit"/*/; do
    id=${folder%/}
    id=${id##*/}
    [ -e "$folder/results.json" ] || continue
    case $id in *@*) printf '%s\t%s\n' "${id%%@*}" 'two hand-ins have this id' >>"$box/refused"; continue ;; esac
    good_id "$id" && on_roster "$id" || { printf '%s\tit is not on the roster\n' "$id" >>"$box/refused"; continue; }
    LC_ALL=C awk -f course/staff/json.awk "$folder/results.json" | awk -F '\t' '
        { split($1, p, "."); v[p[2], p[3]] = $2; if (p[1] == "tests" && p[3] == "name") n[$2] = p[2] }
        function full(part) { return part in n && v[n[part], "score"] == v[n[part], "max_score"] }
        END { exit !(full("public") && full("hidden")) }' || { printf '%s\t%s\n' "$id" 'its product is not right at all sizes, so nothing of it is counted' >>"$box/refused"; continue; }
    awk -F '\t' -v want="$(traffic)" '
        BEGIN { rows = split(want, row, "\n") }
        $3 ~ /^[0-9]+$/ && $4 ~ /^[0-9]+$/ && $3 > 0 && NF == 4 { seen[$1 "\t" $2] = $4 / $3 }
        END {
            for (i = 1; i <= rows; ++i) { if (!(row[i] in seen)) exit 1; line = line "\t" seen[row[i]] }
            print line }' "$folder/counted" >"$box/line" 2>/dev/null || { printf '%s\t%s\n' "$id" 'its counts are cut off: grade it again' >>"$box/refused"; continue; }
    printf '%s%s\n' "$id" "$(cat "$box/line")" >>"$box/counted"
done
[ -s "$box/raced" ] || [ -s "$box/counted" ] || [ -s "$box/refused" ] || say "nothing has been raced and nothing graded of $unit; \`make race-all SUB=…\` or \`make grade SUB=…\` does"

# Who is who: id, login on the page, name.
for id in $(cut -f 1 "$box/raced" "$box/counted" "$box/refused" | sort -u); do
    case $NAMES in
    logins) name=$id ;;
    names) name=$(logins | awk -F '\t' -v id="$id" '$1 == id { print $4 }') ;;
    *) name=$(pseudonym "$id") ;;
    esac
    printf '%s\t%s\n' "$id" "${name:-$id}"
done | awk -F '\t' -v OFS='\t' '{ if (++n[$2] > 1) $2 = $2 " " n[$2]; print }' >"$box/names"
whole $out/board.tsv <"$box/names" || exit
awk -F '\t' -f course/staff/board.awk -v card="$card" -v shapes="$(shapes | tr '\n' ' ')" -v counts="$(traffic)" \
    -v title="$(of title)" -v on="$(date -u +%Y-%m-%d)" "$box/names" "$box/here" "$box/counted" "$box/refused" | whole $out/board.html || exit
sort -u "$box/refused" | sed 's/	/: left out: /' >&2
echo "$out/board.html: $(grep -c '	latest	' "$box/here") raced, $(wc -l <"$box/counted") counted, $(cut -f 1 "$box/refused" | sort -u | wc -l) left out; by $NAMES"
[ ! -s "$box/refused" ]
