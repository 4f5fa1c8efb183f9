#!/bin/sh
# Who somebody is, what they predicted and when are not theirs to say: attacks on codes, receipts,
# dates, accounts and keys. course/staff/ATTACKS.md tells of them; none gets a point.
unit=coalescing variant=b32
. "$(dirname "$0")/lib/course.sh"
export COURSE_SECONDS=8
plan 82
said() { grep -q -e "$1" "$scratch/said"; }
folder=build/course/graded/$unit
hand_in good <"$key/solution.cu"
cp -Rp "$scratch/in" "$scratch/good"
full=$(of points | tr , '\n' | awk '$1 !~ /^(oral|reason)$/ { n += $2 } END { print n }') # those come later
again() { rm -rf "$scratch/in" && cp -Rp "$scratch/good" "$scratch/in"; }
other=$id-other

# Whose it is.
not_taken() { packed x; rm -rf "$folder/$id" "$folder/$other"; ! grade x && said "^x.tar: refused: .*$1" && [ ! -e "$folder/$id" ] && [ ! -e "$folder/$other" ]; }
again
printf '%s\n' "$other" "$(code_of "$id")" >"$scratch/in/id"
is 'the id of another, with one’s own code' not_taken 'no code of a sheet of'
echo "$id" >"$scratch/in/id"
is 'an id without a code' not_taken 'no code of a sheet of'
printf '%s\n' "$id" 0123456789abcdef0123456789abcdef >"$scratch/in/id"
is 'a code that is made up' not_taken 'no code of a sheet of'
printf '%s\n' "$id" "$(code_of "$id" | tr a-f A-F)" >"$scratch/in/id"
is 'a code in capitals' not_taken 'no code of a sheet of'
printf '%s\n' "$id" "$(unit=tiling; code_of "$id")" >"$scratch/in/id"
is 'the code of another unit' not_taken 'no code of a sheet of'
printf '%s\n' "$id" "$(printf 'inner  code %s %s' $unit "$id" | sha256sum | cut -c 1-32)" >"$scratch/in/id"
is 'a code by the same sums, without the secret' not_taken 'no code of a sheet of'
for name in ../../tiling/ben . .. '' "$id/../ben" "$id ben" 'аnna' 'an*na' "-rf" "$(printf '%033d' 1)"; do
    printf '%s\n' "$name" "$(code_of "$name")" >"$scratch/in/id"
    is "no id: '$name'" not_taken 'does not say whose it is'
done
again
echo nobody >"$COURSE_STAFF/roster"
is 'somebody who is on no roster' not_taken 'is not on the roster'
printf 'Student,ID,SIS User ID,SIS Login ID,Section\n"%s, A",1,2,ben,x\n' "$id" >"$COURSE_STAFF/roster"
is 'a name in another column of the roster' not_taken 'is not on the roster'
rm "$COURSE_STAFF/roster"
export COURSE_ID="$other"
is 'on a server: the archive of another' not_taken "it is the work of $id, and $other hands it in"
export COURSE_ID="$id" COURSE_UNIT=tiling
is 'on a server: the work of another unit' not_taken 'it is no work for tiling'
unset COURSE_ID COURSE_UNIT
again
cd "$scratch/in" || exit
ln -sf /etc/passwd link && mv link id
tar -cf ../x.tar --format=ustar id log.txt receipt.txt "$unit.cu"
cd "$OLDPWD" || exit
grade x
is 'an id by a link' said "^x.tar: refused: it holds 'id'"
again
cd "$scratch/in" || exit
tar -cf ../x.tar --format=ustar id log.txt receipt.txt "$unit.cu"
printf '%s\n' "$other" "$(code_of "$other")" >id && tar -rf ../x.tar --format=ustar id
cd "$OLDPWD" || exit
grade x
is 'two ids in one archive' said "^x.tar: refused: it holds 'id'"

# Receipts: what is not the staff's, of this student and this unit, is worth nothing.
worthless() { packed x; grade x && [ "$(points prediction)" = 0 ] && said "^prediction, 0 of 15: $1"; }
with() { printf '%s\n' "$1" >"$scratch/in/receipt.txt"; }
its=$(cat "$scratch/good/receipt.txt")
again
packed x
grade x
is 'the honest one has all points' test "$(points all)" = "$full"
with "${its% *} $(echo x | sha256sum | cut -c 1-64)"
is 'a receipt with a signature that is made up' worthless 'the receipt is not one'
with "$(echo "$its" | sed 's/loads=[0-9]*/loads=1/')"
is 'with other answers' worthless 'the receipt is not one'
with "$(echo "$its" | sed 's/2026-01-01/2025-12-01/')"
is 'with another date' worthless 'the receipt is not one'
with "$(receipt "$other" 2026-01-01T00:00:00Z "$(right | answers)")"
is 'of another student' worthless 'the receipt is not one'
with "$(receipt "$other" 2026-01-01T00:00:00Z "$(right | answers)" | sed "s/ $other / $id /")"
is 'of another student, with the name changed' worthless 'the receipt is not one'
with "$(unit=tiling; receipt "$id" 2026-01-01T00:00:00Z "$(unit=coalescing; right | answers)")"
is 'of another unit' worthless 'the receipt is not one'
with "$(secret=1; receipt "$id" 2026-01-01T00:00:00Z "$(right | answers)")"
is 'with a secret of one’s own' worthless 'the receipt is not one'
with "$(printf '%s\n%s' "$its" "$its")"
is 'twice in a file' worthless 'the receipt is not one'
with "$(echo "$its" | sed "s/ /$(printf '\302\240')/3")"
is 'with a blank of another kind' worthless 'the receipt is not one'
head -c 900000 /dev/zero | tr '\0' 7 >"$scratch/in/receipt.txt"
is 'as long as can be' worthless 'the receipt is not one'
rm "$scratch/in/receipt.txt" && mkdir "$scratch/empty" && : >"$scratch/in/receipt.txt"
is 'none at all' worthless 'no receipt of predictions'
again
printf '  %s \r\n\r\n' "$(echo "$its" | sed 's/ /  /2')" >"$scratch/in/receipt.txt"
packed x
grade x
is 'what a mail does to a line is forgiven' test "$(points all)" = "$full"

# The first that came counts.
mkdir "$scratch/sheets"
filled >"$scratch/right.txt"
sed 's/^\([a-z]*\): [0-9][0-9]*$/\1: 7/' "$scratch/right.txt" >"$scratch/wrong.txt"
came() { sh course/staff/receive.sh "$@" >"$scratch/said" 2>&1; }
came "$scratch/wrong.txt" 2026-01-03T00:00:00Z
came "$scratch/right.txt" 2026-01-04T00:00:00Z
is 'a second sheet gets the receipt of the first' said '^right.txt: .*: came 2026-01-03T00:00:00Z, and counts: these answers came later'
is 'and the receipt says so' grep -q "^$unit $id 2026-01-03T00:00:00Z .*loads=7" "build/course/receipts/$unit-$id.txt"
came "$scratch/right.txt" 2026-01-02T00:00:00Z
is 'an earlier time said later changes nothing' grep -q "2026-01-03" "$COURSE_STAFF/received/$unit/$id"
again
is 'another receipt, even a true one, does not count where the first is known' worthless 'loads\|[0-9] of 3\|column\|stores\|0 of 3 are right'
rm -rf "$COURSE_STAFF/received"
sed "s/^id: .*/id: $other/" "$scratch/right.txt" >"$scratch/x.txt"
isnt 'a sheet with the id of another' came "$scratch/x.txt"
sed "s/^code: .*/code: $(unit=tiling; code_of "$id")/" "$scratch/right.txt" >"$scratch/x.txt"
isnt 'a sheet with the code of another unit' came "$scratch/x.txt"
sed "s/^unit: .*/unit: ..\/..\/x/" "$scratch/right.txt" >"$scratch/x.txt"
isnt 'a unit that is a path' came "$scratch/x.txt"
{ cat "$scratch/right.txt"; echo 'extra: 1'; } >"$scratch/x.txt"
isnt 'one answer too many' came "$scratch/x.txt"
{ cat "$scratch/right.txt"; echo "id: $other"; } >"$scratch/x.txt"
isnt 'two ids in a sheet' came "$scratch/x.txt"
{ cat "$scratch/right.txt"; head -c 3000000 /dev/zero | tr '\0' '\n'; } >"$scratch/x.txt"
isnt 'a sheet of three million lines' came "$scratch/x.txt"
ln -s "$scratch/right.txt" "$scratch/sheets/x.txt"
came "$scratch/sheets"
is 'none of them was received' test ! -e "$COURSE_STAFF/received"
came "$scratch/right.txt" 2099-01-01T00:00:00Z
is 'a time that is still to come' said 'is still to come'
for when in 'next friday' 'TZ="Pacific/Apia" 2026-01-01 00:00' 2026-01-01 '2026-01-01T00:00' '@0' '2026-01-01T00:00:00+99' '2026-13-01T00:00Z'; do
    isnt "no time: $when" came "$scratch/right.txt" "$when"
done

# On Gradescope: its metadata say who and when; nothing that a student writes does.
mkdir "$scratch/submission" "$scratch/results"
filled >"$scratch/submission/predict.txt"
metadata() { # TITLE USERS [PREVIOUS]
    printf '{"id": 7, "created_at": "2026-01-05T14:22:32.365935-07:00", "assignment": {"title": "%s"}, "users": [%s], "previous_submissions": [%s]}\n' "$@" >"$scratch/metadata.json"
}
nothing() { # WORDS: no receipt and no points, and it says why
    sh course/staff/gradescope.sh run "$scratch/submission" "$scratch/results" "$scratch/metadata.json"
    grep -q '"score": 0' "$scratch/results/results.json" && grep -q '"receipt": ""' "$scratch/results/results.json" && grep -q -e "$1" "$scratch/results/results.json"
}
me="{\"email\": \"$id@uni.edu\", \"id\": 1, \"name\": \"A\"}"
metadata "Prediction of $unit" "$me"
is 'no domain and no roster: no address is known' nothing 'is no address of this course'
echo uni.edu >"$COURSE_STAFF/domain"
metadata "Prediction of $unit" "{\"email\": \"$id@evil.org\", \"id\": 1}"
is 'the same name at another domain' nothing 'is no address of this course'
metadata "Prediction of $unit" "{\"email\": \"$id@evil.org@uni.edu\", \"id\": 1}"
is 'two @' nothing 'is no address'
metadata "Prediction of $unit" "$me, {\"email\": \"$other@uni.edu\", \"id\": 2}"
is 'two students' nothing 'by more than one'
metadata "Prediction of $unit" "{\"email\": \"$other@uni.edu\", \"id\": 2, \"name\": \"users\\\", \\\"email\\\": \\\"$id@uni.edu\"}"
is 'a sheet of another; a name that looks like an address' nothing "it is a sheet of $id for $unit"
metadata 'Prediction of tiling' "$me"
is 'the sheet of one unit in the assignment of another' nothing "it is a sheet of $id for $unit"
metadata 'Prediction of ../../x' "$me"
is 'a title without a unit' nothing 'does not end with the name of a unit'
metadata "Prediction of $unit" "$me" '{"submission_time": "2026-01-05T14:22:31-07:00", "score": null, "results": {}}'
is 'while the first has no result' nothing 'An earlier hand-in has no result yet'
metadata "Prediction of $unit" "$me" "{\"submission_time\": \"2026-01-05T14:22:31-07:00\", \"score\": 0, \"results\": {\"extra_data\": {\"receipt\": \"$(receipt "$other" 2026-01-01T00:00:00Z "$(right | answers)" | sed "s/ $other / $id /")\"}}}"
isnt 'a receipt in the results of before that is not the staff’s is none: the sheet counts' nothing ''
echo '{"users": [' >"$scratch/metadata.json"
is 'metadata that are cut off' nothing 'no submission_metadata.json'
metadata "Prediction of $unit" "$me"
sed 's/^sectors: .*//; s/^loads: .*/loads: 1e5/' "$scratch/submission/predict.txt" >"$scratch/x" && cp "$scratch/x" "$scratch/submission/predict.txt"
is 'no number, no receipt' nothing 'wants a whole number'
rm "$COURSE_STAFF/domain"

# Deadlines, and the key.
echo "$unit 2026-01-02T00:00+14:00 2026-01-09T00:00+14:00" >"$COURSE_STAFF/dates"
again
TZ=Pacific/Apia
export TZ
with "$(receipt "$id" 2026-01-01T10:00:01Z "$(right | answers)")"
is 'a second late, in the zone of the date, whatever the machine’s' worthless 'the predictions came 2026-01-01T10:00:01Z; they were due 2026-01-01T10:00:00Z'
unset TZ
echo "$id $unit 1 a note" >"$COURSE_STAFF/extra"
echo ".* $unit 9" >>"$COURSE_STAFF/extra"
packed x
grade x
is 'extended time is that of one student' test -z "$(points prediction)"
rm "$COURSE_STAFF/extra"
echo "$unit 2099-01-02T00:00Z 2099-01-09T00:00Z" >"$COURSE_STAFF/dates"
again
with "$(receipt "$id" 2026-01-01T00:00:00Z 'loads=7 stores=7 column=7')"
is 'before all are in nobody has points' worthless 'the predictions came 2026-01-01T00:00:00Z; their points are given after 2099-01-02'
leaks() { right | cut -d ' ' -f 2 | grep -q -w -F -f - "$@"; }
isnt 'and no answer is printed' leaks "$folder/$id/results.json" "$folder/$id/report.txt"
echo "$unit 2026-01-02T00:00Z 2026-01-09T00:00Z" >"$COURSE_STAFF/dates"
packed x
grade x
is 'afterwards they are' leaks "$folder/$id/results.json"
rm "$COURSE_STAFF/dates"

# What students get holds no answer, no secret, and nothing that draws.
sh course/staff/release.sh $unit >"$scratch/heard" 2>&1
mkdir "$scratch/out" && tar -xf build/course/release/$unit.tar -C "$scratch/out"
isnt 'the release has no secret' grep -rqF "$secret" "$scratch/out"
right | cut -d ' ' -f 2 | grep '.....' >"$scratch/answers" # fewer digits stand in any program
isnt 'and none of the answers' grep -rqwFf "$scratch/answers" "$scratch/out"
isnt 'nor what draws the questions' grep -rq '^draw:\|^predict:' "$scratch/out/tiles-course/course/units"
sh course/staff/sheet.sh $unit "$id" >"$scratch/sheet"
isnt 'a sheet holds no answer' grep -qwFf "$scratch/answers" "$scratch/sheet"
is 'two students have two sheets' test "$(asked "$id")" != "$(asked "$other")"
is 'of hundreds: forty have forty' test "$(for n in 0 1 2 3; do for m in 0 1 2 3 4 5 6 7 8 9; do asked "a$n$m" | sha256sum; done; done | sort -u | wc -l)" = 40

# The starter, however it is dressed.
for dress in 's/^/ /' 's|$| // mine|' 's/(void)M/(void)0; (void)M/' 's/SIDE\b/MY_OWN_SIDE/g' '1s/^/#define UNUSED 1\n/' 's/(void)M/int spare = M; (void)spare; (void)M/'; do
    sed "$dress" "$key/starter.cu" | hand_in x
    grade x
    worn=$((worn + 1))
    is "the starter, in dress $worn" test "$(points all)" = 0
done
rm -rf "$folder/$id" "$folder/$id"@* "build/course/receipts/$unit-$id.txt"
