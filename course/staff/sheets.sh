#!/bin/sh
# sheets.sh UNIT [ROSTER]: build/course/sheets/UNIT/UNIT-ID.txt, for each student of the roster the
# questions of their own. Each is for one person's eyes: its code says who hands in.
. course/lib.sh
. course/staff/lib.sh
has_unit "$1"
[ -z "$2" ] || { [ -r "$2" ] || say "ROSTER=$2: there is no such file"; whole "$staff/roster" <"$2" || exit; }
[ -s "$staff/roster" ] || say 'for whom? ROSTER= takes a table of Canvas, or a file with a login a line'
out=build/course/sheets/$unit
writes build
mkdir -p "$out" || exit 2
logins | cut -f 1 | while read -r id; do
    good_id "$id" || { echo "$id: no id: small letters, digits, dots and dashes, 32 at most" >&2; continue; }
    sh course/staff/sheet.sh "$unit" "$id" | whole "$out/$unit-$id.txt" || exit
done || exit
echo "$out: $(ls "$out" | wc -l) sheets"
