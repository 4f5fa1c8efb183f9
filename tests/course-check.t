#!/bin/sh
# check-grader finds what is wrong with a grader, and nothing with this one; what the lecturer's
# pages print is what the judge says. `make check-grader` tries all variants of all units.
. "$(dirname "$0")/lib/unit.sh"
. course/lib.sh
said() { grep -q "$1" "$scratch/said"; }
set -- $(units)
plan $(($# + 6))
for unit; do
    first=$(of variant | sed 's/ *|.*//; q')
    COURSE_VARIANT=$first COURSE_ONLY=${ONLY:-barrier-in-branch} sh course/staff/check.sh "$unit" >"$scratch/said" 2>&1
    is "$unit: a solution gets all points, its starter none" test "$? $(grep -c "^$unit, $first: the solution gets \(100\|90\|60\) of\|^$unit, $first: the starter gets 0 of" "$scratch/said")" = '0 2'
    [ "$unit" != tiling ] || is 'a wrong kernel fails for its reason' said '^barrier-in-branch: 0 of [0-9]*: race: '
done
COURSE_VARIANT=none COURSE_ONLY='the tile transposed for nothing' sh course/staff/check.sh tiling >"$scratch/said" 2>&1
is 'a mistake costs what it costs' said 'the tile transposed for nothing: \(46 of 50\|41 of 45\)'

# All the others.
for unit; do COURSE_VARIANT=none COURSE_KERNELS=no sh course/staff/check.sh "$unit"; done >"$scratch/said" 2>&1
isnt 'each mistake is told what the staff say' said '^WRONG'
is 'and none is left out' test "$(wc -l <"$scratch/said")" = "$(grep -vc '^#' course/staff/mistakes)"
missing=$(grep -v '^#' course/staff/mistakes | cut -d '|' -f 4 | while IFS= read -r line; do
    tr -s '\n ' ' ' <course/GUIDE.md | grep -qF "$line" || echo "$line"
done)
is "the guide prints them: $missing" test -z "$missing"
unit=vectorized variant=pad4
variant_named pad4
key
mkdir "$scratch/box"
sh course/judge.sh vectorized pad4 "$key/starter.cu" "$scratch/box" "$key"
is 'and the sessions what the starter of vectorized is told' grep -qF "$(grep -o '20480, where .* of them' "$scratch/box/points")" course/SESSIONS.md
