#!/bin/sh
# hours.sh: an estimate of a student's hours for each unit, UNIT HOURS a line. It needs build/book.
# Reading: the words of the main pages of its chapters, 100 a minute, with figures and listings. Writing: eight minutes for
# each line that the solution has in place of the starter's gaps. An hour for the sheet, the log and the reason.
. course/lib.sh
for unit in $(units); do
    words=$(for c in $(of chapters); do
        [ -e "build/book/$c.html" ] || say "build/book/$c.html is not there; \`make book\` writes it"
        awk '/<main/ { on = 1 } /<\/main>/ { on = 0 } on' "build/book/$c.html" | sed 's/<svg.*<\/svg>//g' | awk '/<svg/ { off = 1 } !off { print } /<\/svg>/ { off = 0 }' | sed 's/<[^>]*>//g'
    done | wc -w)
    lines=$(awk -v key=1 -f course/program.awk "course/units/$unit/unit" "code/$(of source).cu" | grep -c '[^ =]')
    awk -v unit="$unit" -v words="$words" -v lines="$lines" 'BEGIN { printf "%s %.0f %d words, %d lines\n", unit, (words / 100 + 8 * lines + 60) / 60, words, lines }'
done
