#!/bin/sh
# plan.sh UNIT: build/slides/unit-UNIT.html, the plan of a unit's sessions out of
# build/teach/SESSIONS.html, which `make book` weaves, with its decks beside it.
. course/lib.sh
has_unit "$1"
[ -e build/teach/SESSIONS.html ] || say "build/teach/SESSIONS.html is not there; \`make book\` writes it"
mkdir -p build/slides
out=build/slides/unit-$unit.html
{
    printf '<h1>%s</h1>\n<ul>\n' "$(of title)"
    for stem in $(of chapters); do printf '<li>Slides: <a href="%s.html">%s</a></li>\n' "$stem" "$stem"; done
    echo '</ul>'
    awk -v unit="(unit <code>$unit</code>)" '
        /<h2 |<\/main>/ { on = index($0, unit) }
        on { print }' build/teach/SESSIONS.html
} | ${PANDOC:-pandoc} --from html --to html5 --standalone --metadata pagetitle="$(of title)" -V lang=en -o "$out.new" &&
    mv "$out.new" "$out" && echo "plan    $out"
