#!/bin/sh
# What the lecturer's pages say is there: chapters, minutes that go on, a session
# for each unit, verbs that make knows, decks with the unit's sessions beside them.
# Needs the book.
. "$(dirname "$0")/lib/unit.sh"
. course/lib.sh
sessions=course/SESSIONS.md
plan 7
is 'there are drawings in all sessions but the orals' test "$(awk '/^## /{ ++n } /@fig:[a-z0-9-]+/ && !seen[n]++ { ++with } END { print n - with }' $sessions)" = 1
is 'minutes go on, and end before the fiftieth' awk -F '|' '
    /^## / { last = -1; ++n }
    $2 ~ /^ [0-9]+ $/ { if ($2 + 0 <= last || $2 >= 50) { bad = 1; print "# " $0 } last = $2 + 0; ++rows[n] }
    END { for (i = 1; i <= n; ++i) if (rows[i] < 5) bad = 1; exit bad || n < 15 }' $sessions
missing=$(for u in $(units); do grep -q "^## .*(unit \`$u\`)" $sessions || echo "$u"; grep -q "\`$u\`" course/GUIDE.md || echo "$u"; done)
is "each unit has a session and a line in the guide: $missing" test -z "$missing"
missing=$(grep '^| [0-9]* |.*| [0-9]* [A-Z]' course/GUIDE.md | grep -o '[0-9]* [A-Z][^|,0-9]*[a-z,][^|0-9]*' | sed 's/[, ]*$//' | while read -r n title; do
    grep -q "^## $n\. ${title%% (*}" $sessions || echo "$n $title"
done)
is "the plan of weeks names the sessions: $missing" test -z "$missing"
missing=$(cat course/*.md | grep -o '`make [a-z-]*\|^    make [a-z-]*' | sed 's/.*make //' | sort -u | while read -r verb; do
    grep -qs "^$verb:" Makefile book/*.mk book/edition/*.mk code/*.mk code/*/*.mk course/*.mk course/staff/*.mk || echo "$verb"
done)
is "make knows each verb: $missing" test -z "$missing"
is 'the printed sentences of the sessions are those of the grader (course-check.t has the starter)' test -z "$(grep -v "The starter's report" $sessions | grep -o '"[^"]*\(are enough\|with no barrier between\|has left the kernel\|outside A\)[^"]*"' | tr -d '"' | while read -r said; do
    grep -qF "$said" course/staff/mistakes || tr -s '\n ' ' ' <course/GUIDE.md | grep -qF "$said" || echo "$said"
done)"
sh course/staff/plan.sh tiling >"$scratch/said"
is 'a unit has a page like those of the book with its decks and its sessions' sh -c 'grep -q "href=\"tiling.html\"" build/slides/unit-tiling.html && grep -q "book/style.css" build/slides/unit-tiling.html && [ "$(grep -c "<h2" build/slides/unit-tiling.html)" = 2 ]'
