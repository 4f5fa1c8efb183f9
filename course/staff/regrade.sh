#!/bin/sh
# regrade.sh UNIT ID: grades once more what a student handed in, by the dates and notes of today. No other
# student's result is touched.
. course/lib.sh
has_unit "$1"
good_id "$2" || say "whose? ID= takes a student's id"
to=build/course/graded/$unit/$2
[ -s "$to/hand-in" ] || say "$to: nothing of $2 has been graded"
name=$(cat "$to/from")
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM
cp "$to/hand-in" "$box/$name" && whole "$to/sum" </dev/null || exit 2
set --
[ ! -s "$to/when" ] || COURSE_WHEN=$(cat "$to/when") && export COURSE_WHEN
[ ! -s "$to/account" ] || COURSE_ID=${to##*/} && export COURSE_ID
sh course/staff/grade.sh "$box/$name"
