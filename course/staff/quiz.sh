#!/bin/sh
# quiz.sh WHAT UNITS SEED N MINUTES: sheets and keys out of the question banks, by quiz.lua, which says what WHAT is. What
# follows from a seed follows from the staff's secret too: a student who guesses the seed has no key.
. course/lib.sh
. course/staff/lib.sh
command -v "${PANDOC:-pandoc}" >/dev/null || say 'sheets are made by pandoc; `make setup` installs it'
banks=$(for bank in course/units/*/questions; do bank=${bank%/questions}; printf ' %s' "${bank##*/}"; done)
[ -n "$2" ] || say "of which unit? U= takes one of$banks"
for unit in $2; do
    case " $banks " in *" $unit "*) ;; *) say "no unit with questions is called '$unit'; there are$banks" ;; esac
done
writes build
mkdir -p build/course/quiz || exit 2
SECRET=$secret WHAT=$1 UNITS=$2 SEED=$3 N=$4 MINUTES=$5 exec "${PANDOC:-pandoc}" --from markdown --to html5 --lua-filter course/staff/quiz.lua -o /dev/null /dev/null
