#!/bin/sh
# plan.sh UNIT: build/slides/unit-UNIT.html, the plan of a unit's sessions: the page build/teach/SESSIONS.html, which
# `make book` weaves, with the unit's decks, and without the sessions of other units.
. course/lib.sh
has_unit "$1"
[ -e build/teach/SESSIONS.html ] || say "build/teach/SESSIONS.html is not there; \`make book\` writes it"
mkdir -p build/slides
out=build/slides/unit-$unit.html
decks=
for stem in $(of chapters); do decks="$decks<li>Slides: <a href=\"$stem.html\">$stem</a></li>"; done
awk -v unit="$unit" -v title="$(of title)" -v decks="$decks" '
    /<title>/ { $0 = "<title>" title " · Sessions</title>" }
    /<meta name="description"/ { next }
    /<h1>/ { $0 = "<p class=\"eyebrow\">Sessions of unit " unit "</p>\n<h1>" title "</h1>" }
    /<h2 / { off = !index($0, "(unit <code>" unit "</code>)") }
    /<\/main>/ { off = 0 }
    !off
    /^<\/header>/ { print "<ul>" decks "</ul>"; off = 1 }' build/teach/SESSIONS.html >"$out.new" &&
    mv "$out.new" "$out" && echo "plan    $out"
