#!/bin/sh
# check-grader finds what is wrong with a grader, and nothing with this one; the guide prints
# what the grader does. `make check-grader` tries all of it.
. "$(dirname "$0")/lib/unit.sh"
plan 6
said() { grep -q "$1" "$scratch/said"; }
COURSE_VARIANT=t24 COURSE_ONLY=barrier-in-branch sh course/staff/check.sh tiling >"$scratch/said" 2>&1
is 'a solution gets all points, the starter does not, a wrong kernel fails for its reason' test $? = 0
is 'the solution of an odd tile' said '^tiling, t24: the solution gets 90 of 100'
is 'its starter' said '^tiling, t24: the starter gets 25 of 100'
is 'a wrong kernel' said '^barrier-in-branch: 0 of 15: race: '
COURSE_VARIANT=none COURSE_ONLY='the tile transposed for nothing' sh course/staff/check.sh tiling >"$scratch/said" 2>&1
is 'a mistake costs what it costs' said 'the tile transposed for nothing: 8[0-9.]* of 100'
missing=$(grep -v '^#' course/staff/mistakes | cut -d '|' -f 4 | while IFS= read -r line; do
    tr -s '\n ' ' ' <course/GUIDE.md | grep -qF "$line" || echo "$line"
done)
is "the guide prints them: $missing" test -z "$missing"
