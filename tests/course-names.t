#!/bin/sh
# A grade is the grade of one archive: another with the same id takes nothing from it, and
# what is no number, no name or far too long is a sentence. All programs here are refused
# early, so that grading takes no time.
. "$(dirname "$0")/lib/course.sh"
plan 27
said() { grep -q "$1" "$scratch/said"; }
folder=build/course/graded/$unit
no_program() { echo '#error no program'; }

# Predictions: what is no whole number is no answer, and is not received.
answer() { # WHAT STANDS BEHIND sectors: in the sheet
    filled >"$scratch/sheet.txt"
    awk -v n="$1" '/^sectors:/ { print "sectors:" n; next } { print }' "$scratch/sheet.txt" >"$scratch/wrong.txt"
    sh course/staff/receive.sh "$scratch/wrong.txt" >"$scratch/said" 2>&1
}
for wrong in ' nan' ' inf' ' -inf' ' 0x10E000' ' 1e6' ' 1e5' '' ' +1105920' ' 1,105,920' ' 1105920.0' ' 1000000000000000000000' ' 1105920 1105920' ' ١٢٣' ' ３' ' ²' ' 1105920\nsectors: 1105920'; do
    answer "$wrong"
    is "no number: '$(echo "$wrong" | tr '\\\n' '  ')'" said "^wrong.txt: refused: .*'sectors' "
done
is 'none of them was received' test ! -e "$COURSE_STAFF/received/$unit/$id"
answer "$(printf '\t%s \t\r' "$(right | sed -n 's/^sectors //p')")"
is 'blanks, tabs and CRLF around a number are nothing' test "$(sed 's/.* sectors=\([0-9]*\) .*/\1/' "$COURSE_STAFF/received/$unit/$id")" = "$(right | sed -n 's/^sectors //p')"

# Ids.
make -s start U=$unit ID="o'neil" >"$scratch/said" 2>&1
is 'an apostrophe in an id is told of' said '^who are you? ID= takes'
no_program | hand_in anna
grade anna
cp "$scratch/anna.tar" "$scratch/stranger.tar"
grade stranger
is 'another archive with the id is named' said "^stranger.tar: $unit, $id@stranger: "
is 'and neither is lost' test -s "$folder/$id/results.json" -a -s "$folder/$id@stranger/results.json"
sh course/staff/scores.sh >"$scratch/said" 2>&1
is 'both are named in the scores' test "$(grep -c "^$id@\(anna\|stranger\)," build/course/scores.csv)" = 2
is 'where the id has no points' test -z "$(grep "^$id," build/course/scores.csv)"
is 'and staff hear of it' said "$id is the id of "
mv "$scratch/anna.tar" "$scratch/a b.tar"
grade 'a b'
is 'an archive is called by a name' said '^a b.tar: refused: its name'

# What is far too long.
{ printf '#error '; head -c 400000 /dev/zero | tr '\0' x; echo; } | hand_in long
grade long
is 'a long error is cut, and says so' said '(cut here; 39[0-9]* bytes more)'
is 'in all that is kept' test "$(cat "$folder/$id"*/results.json | wc -c)" -lt 20000
rm -rf "$folder/$id" "$folder/$id"@*
