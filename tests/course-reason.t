#!/bin/sh
# The reason of 150 words: its points are those that the staff noted, each unit asks students for it in the words of the
# bank, and the rubric and the samples that lecturers mark by fit its points.
. "$(dirname "$0")/lib/course.sh"
plan 8
notes=course/staff/reasons
[ ! -e $notes ] || cp $notes "$scratch/reasons"
note() { { grep -vs "^$unit $id " $notes; echo "$unit $id $1"; } >"$scratch/notes"; cp "$scratch/notes" $notes; }
printf '#error no program\n' | hand_in plain
{ grep -vs "^$unit $id " $notes; } >"$scratch/notes"; cp "$scratch/notes" $notes
grade plain
is 'before it is marked' grep -q '^reason, 0 of 10: the reason is still to come' "$scratch/said"
before=$(points all)
note '7 the sums are right, the change is not'
grade plain
is 'once noted, it is added' test "$(points all)" = "$(awk -v n="$before" 'BEGIN { print n + 7 }')"
is 'with the words of the staff' grep -q '^reason, 7 of 10: the sums are right, the change is not' "$scratch/said"
note '70 more than there are'
grade plain
is 'no more than there are' test "$(points all)" = "$(awk -v n="$before" 'BEGIN { print n + 10 }')"
if [ -e "$scratch/reasons" ]; then cp "$scratch/reasons" $notes; else rm -f $notes; fi
rm -rf "build/course/graded/$unit/$id" "build/course/graded/$unit/$id"@*

missing=
for bank in course/units/*/questions; do
    u=${bank%/questions} u=${u##*/}
    [ ! -e "course/units/$u/task.md" ] || tr -s '\n' ' ' <"course/units/$u/task.md" | grep -qF "$(sed -n 's/^reason: //p' "$bank")" || missing="$missing $u"
done
is "students are asked in the words of the bank:$missing" test -z "$missing"
missing=$(for bank in course/units/*/questions; do
    sed -n 's/^rubric: \([0-9]*\) | .*/\1/p' "$bank" | awk '{ n += $1 } END { exit !(NR == 4 && n == 10) }' || echo "$bank"
done)
is "a rubric has four lines and ten points: $missing" test -z "$missing"
missing=$(for bank in course/units/*/questions; do
    awk '/^sample: / { n++; of = $3; names = names " " $2 }
        /^marks: / { m = $0; sub(/^marks: /, "", m); sub(/\..*/, "", m); k = split(m, part, " [+] "); s = 0; for (i = 1; i <= k; i++) s += part[i]; if (k != 4 || s != of) bad = 1 }
        END { exit !(n == 3 && !bad && names == " good middling poor") }' "$bank" || echo "$bank"
done)
is "three samples, whose marks make what they got: $missing" test -z "$missing"
missing=$(for bank in course/units/*/questions; do
    awk '/^words: / { if (split($0, w, " ") - 1 > 150) bad = 1 } END { exit bad }' "$bank" || echo "$bank"
done)
is "no sample has more than 150 words: $missing" test -z "$missing"
