#!/bin/sh
# start.sh UNIT ID: work/UNIT/ gets the starter of this student's variant and the task. What is there
# is left alone.
. course/lib.sh
has_unit "$1"
good_id "$2" || say "who are you? ID= takes small letters, digits, dots and dashes, 32 at most"
work=work/$unit
[ ! -e "$work" ] || say "$work is there already; it is yours, and nothing here writes over it"
writes work
variant_of "$2"
key
mkdir -p "$work.part" || exit 2
whole "$work.part/$unit.cu" <"$key/starter.cu"
echo "$2" | whole "$work.part/id" || exit
[ -z "$(of way)" ] || whole "$work.part/times.tsv" <"$key/public.tsv" || exit
{
    printf '# %s\n\n' "$(of title)"
    cat "course/units/$unit/task.md"
    printf '\n## Your variant\n\n%s\n\n## Points\n\n%s.\n' "$told" "$(of points)"
    if [ -n "$(of way)" ]; then
        printf '\nWays: type, name, tile and step, blocks on an SM, who adds, and at most so many rows:\n\n'
        of way | grep -F "$(cut -f 3 "$key/public.tsv" | sort -u | sed 's/.*/| & |/')" | sed 's/ | /, /g; s/, *|.*//; s/ *|.*//; s/^/- /'
    else
        printf '\nCounts, and what they are worth at the budget:\n\n'
        of count | awk -F ' *[|] *' '{ print "- " $1 " at " $2 ": " $3 }'
    fi
    printf '\nChapters: %s\n' "$(of chapters)"
} | whole "$work.part/task.md" || exit
mv "$work.part" "$work" || exit 2
echo "$work/: read task.md; put your sheet of questions there as predict.txt, answer it, \`make predict U=$unit\`, hand it in; then write $unit.cu"
