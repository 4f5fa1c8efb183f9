#!/bin/sh
# Late days are counted over a term, extended time is one student's, the time is that of receiving, and
# a grade is made again without touching another's.
unit=coalescing variant=b32
. "$(dirname "$0")/lib/course.sh"
plan 16
said() { grep -q -e "$1" "$scratch/said"; }
day=86400 due=$(date -u -d 2026-03-01T12:00:00Z +%s)
printf 'coalescing 2026-02-01T12:00Z 2026-03-01T12:00Z\ntiling 2026-03-01T12:00Z 2026-03-08T12:00Z\nfree 2026-03-08T12:00Z 2026-03-15T12:00Z\n' >"$COURSE_STAFF/dates"

# The table: rows as if they had been graded. WHO UNIT POINTS DAYS
row() {
    mkdir -p "build/course/graded/$2/$1" && echo "$1,$3" >"build/course/graded/$2/$1/row.csv"
    echo "$4" >"build/course/graded/$2/$1/late"
    echo "$1.tar" >"build/course/graded/$2/$1/from"
}
forget() { rm -rf build/course/graded/*/late-[a-z]; }
forget
row late-a coalescing 80 0; row late-a tiling 90 1; row late-a free 60 1
row late-b tiling 90 1; row late-b coalescing 80 2; row late-b free 60 7
row late-c coalescing 80 3; row late-c tiling 90 2; row late-c free 60 8
sh course/staff/scores.sh >"$scratch/said" 2>&1
of_table() { # WHO: coalescing free tiling
    awk -F , -v who="$1" 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i } $1 == who { print $at["Naive and coalesced"], $at["A kernel of one'"'"'s own"], $at["Tiling"] }' build/course/scores.csv
}
is 'two days are free' test "$(of_table late-a)" = '80 60 90'
is 'they are spent in the order of the dates; then half' test "$(of_table late-b)" = '80 30 45'
is 'a unit that costs more than is left spends nothing; after a week nothing counts' test "$(of_table late-c)" = '40 0 90'
is 'staff hear of each' test "$(grep -c 'late-[abc]: late, by days' "$scratch/said")" = 8
forget

# When it came.
hand_in first <"$key/starter.cu"
came() { sh course/staff/receive.sh "$scratch/$1.tar" ${2:+"$2"} >"$scratch/said" 2>&1; }
late() { cat "build/course/graded/$unit/$id/late"; }
came first 2026-03-01T12:00:00Z
is 'what came is noted' said '^first.tar: came 2026-03-01T12:00:00Z'
came first 2026-02-01T00:00:00Z
is 'once' said '^first.tar: came 2026-03-01T12:00:00Z'
touch -d 2020-01-01 "$scratch/first.tar"
grade first
is 'to the second in time' test "$(late)" = 0
echo '// later' >>"$scratch/in/$unit.cu"
packed second && touch -d 2020-01-01 "$scratch/second.tar"
came second 2026-03-01T13:00:01+01:00
rm -rf "build/course/graded/$unit/$id"
grade second
is 'a second late is a day, whatever the file says of itself' test "$(late)" = 1
is 'and the report says so' said '^late, by days: 1'
echo "$id all 0.5 a cast on the arm" >"$COURSE_STAFF/extra"
grade second
is 'extended time is given afterwards too' test "$(late)" = 0
echo '// never received' >>"$scratch/in/$unit.cu"
packed third && touch -d 2020-01-01 "$scratch/third.tar"
rm -rf "build/course/graded/$unit/$id"
grade third
is 'what was not received came now' test "$(late)" = "$((($(date -u +%s) - due - day / 2 + day - 1) / day))"
echo "$unit tomorrow soon" >"$COURSE_STAFF/dates"
grade third
is 'a date without a zone is told of' said "is no date with a zone"
rm "$COURSE_STAFF/dates"

# Once more, for one.
anna=$id
rm -rf "build/course/graded/$unit/$anna"
grade first
id=$base-other
hand_in other <"$key/starter.cu"
rm -rf "build/course/graded/$unit/$id"
grade other
find "build/course/graded/$unit/$id" -type f -exec stat -c '%n %Y %i' {} + | sort >"$scratch/before"
sh course/staff/regrade.sh "$unit" "$anna" >"$scratch/said" 2>&1
is 'one student is graded again' said "^first.tar: $unit, $anna: 0 of 100"
find "build/course/graded/$unit/$id" -type f -exec stat -c '%n %Y %i' {} + | sort >"$scratch/after"
is 'and no other' cmp "$scratch/before" "$scratch/after"
isnt 'nobody is graded again who was not graded' sh course/staff/regrade.sh "$unit" nobody
isnt 'nor somebody whose name is a path' sh course/staff/regrade.sh "$unit" ../x
rm -rf "build/course/graded/$unit/$id" "build/course/graded/$unit/$anna"
