#!/bin/sh
# A site has the course, and nothing of it that is the staff's: no answer of a session, no question of an oral, no mistake
# with its report, no limit of the grader, no handbook and no key.
# Needs the book.
. "$(dirname "$0")/lib/unit.sh"
plan 16
command -v pandoc >/dev/null || { echo "1..0 # SKIP no pandoc here; \`make setup\` installs it"; exit 0; }
mkdir -p build/slides
[ -e build/slides/unit-tiling.html ] || { made=yes && echo answers >build/slides/unit-tiling.html; }
CHROMIUM=none make -s site URL=https://example.org/tiles >"$scratch/said" 2>&1
is 'it is laid out' test -e build/site/course/index.html
[ -z "$made" ] || rm build/slides/unit-tiling.html
text() { sed 's/<[^>]*>//g' "build/site/course/$1.html" | tr -s '\n ' ' '; }
has() { text "$1" | grep -qF -e "$2"; }
is 'syllabus, sessions, guide, race, and where it runs' test "$(cd build/site/course && ls | tr '\n' ' ')" = 'GUIDE.html PLATFORMS.html RACE.html SESSIONS.html SYLLABUS.html index.html '
is 'the first page leads there' grep -q 'href="course/index.html"' build/site/index.html
is 'so does the map' test "$(grep -c '/tiles/course/' build/site/sitemap.xml)" = 5
is 'sessions ask' has SESSIONS 'Loads from shared memory for each multiply-add, with TM = 1, 2, 4, 8?'
answered=$(grep -o ' _[^_ ][^_]*[.]_' course/SESSIONS.md | tr -d '_' | sed 's,^ ,,' | grep -v '[][{}@]' | grep '......' | while read -r answer; do ! has SESSIONS "$(echo "$answer" | sed "s/'/’/g")" || echo "$answer"; done)
is "and do not answer: $answered" test -z "$answered"
is 'no cell of a plan has italics' test -z "$(sed -n '/<td/,/<\/td>/p' build/site/course/SESSIONS.html | grep '<em>')"
is 'the guide has its plans' has GUIDE 'Fourteen weeks'
for word in 'which was never written' 'Which of your two barriers' 'hides from the lens, and' 'may tell the lens from a card'; do
    isnt "but not: $word" has GUIDE "$word"
done
isnt 'no staff page' sh -c 'ls build/site/course build/site | grep -qi "handbook\|attacks\|mistakes.tsv\|key"'
isnt 'nor a link to one' grep -rqi 'href="[^"]*\(handbook\|attacks\)' build/site/course
isnt 'no plan with answers among the slides' sh -c 'ls build/site/slides/unit-* 2>/dev/null'
dead=$(cd build/site/course && for page in *.html; do
    grep -o '\(href\|src\)="[^"#]*\(#[^"]*\)\{0,1\}"' "$page" | sed 's/.*="//; s/"$//' | sort -u | while read -r link; do
        file=${link%%#*} id=${link#"${link%%#*}"}
        case $link in http* | '') continue ;; esac
        [ -z "$file" ] || [ -e "$file" ] || { echo "$page: $link"; continue; }
        [ -z "$id" ] || grep -q "id=\"${id#\#}\"" "${file:-$page}" || echo "$page: $link"
    done
done)
is "each link leads somewhere: $dead" test -z "$dead"
