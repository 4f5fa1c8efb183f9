#!/bin/sh
# plan.sh UNIT: build/slides/unit-UNIT.html, the plan of a unit's sessions from
# course/SESSIONS.md with its decks beside it.
. course/lib.sh
has_unit "$1"
mkdir -p build/slides
out=build/slides/unit-$unit.html
{
    printf '# %s {.unnumbered}\n\n' "$(of title)"
    for stem in $(of chapters); do printf -- '- Slides: [%s](%s.html)\n' "$stem" "$stem"; done
    echo
    awk -v unit="(unit \`$unit\`)" '
        /^## / { on = index($0, unit) }
        on { print }' course/SESSIONS.md
} | ${PANDOC:-pandoc} --from markdown --to html5 --standalone --metadata pagetitle="$(of title)" -V lang=en -o "$out.new" &&
    mv "$out.new" "$out" && echo "plan    $out"
