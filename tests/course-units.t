#!/bin/sh
# What the files of the units say holds: points make 100, regions and sections are there, each
# variant has a tile.
. "$(dirname "$0")/lib/unit.sh"
. course/lib.sh
quiet() { "$@" >"$scratch/said" 2>&1; }
set -- $(units)
plan $((7 * $# + 2))
for unit; do
    is "$unit: the points make 100" test "$(of points | tr , '\n' | awk '{ n += $2 } END { print n }')" = 100
    is "$unit: those for counts are shared out" test "$(of count | awk -F '|' '{ n += $3 } END { print n }')" = "$(of points | grep -o 'counts [0-9]*' | cut -d ' ' -f 2)"
    isnt "$unit: the starter lacks what the solution has" test "$(awk -f course/program.awk "course/units/$unit/unit" "code/$(of source).cu")" = "$(awk -v whole=1 -f course/program.awk "course/units/$unit/unit" "code/$(of source).cu")"
    is "$unit: it asks at the place of each cut" test "$(awk -f course/program.awk "course/units/$unit/unit" "code/$(of source).cu" | grep -c YOURS)" = "$(of cut | wc -l)"
    is "$unit: at least two variants, each with flags, a tile and a sentence" test "$(of variant | grep -cE '^[a-z0-9-]+ \| [A-Z]+=.* \| [0-9]+ [0-9]+ [0-9]+ [0-9]+ \| .*\.$')" -ge 2 -a "$(of variant | wc -l)" = "$(of variant | grep -cE '^[a-z0-9-]+ \| [A-Z]+=.* \| [0-9]+ [0-9]+ [0-9]+ [0-9]+ \| .*\.$')"
    is "$unit: three questions are drawn, for hundreds of sheets" test "$(of predict | wc -l)" = 3 -a "$(of draw | awk -F '|' 'BEGIN { n = 1 } { n *= split($2, one, " ") } END { print n }')" -ge 500
    is "$unit: its chapters are there" quiet ls $(of chapters | tr ' ' '\n' | sed 's|.*|chapters/&.md|')
done
missing=$(grep -v '^#' course/sections | while IFS='|' read -r _ chapter section; do
    grep -q "^##* $section\( {.*}\)*$" "chapters/$chapter.md" || echo "$chapter: $section"
done)
is "the sections to which the judge points are there: $missing" test -z "$missing"
sed 's/^cut: .*/cut: what nobody wrote/' course/units/tiling/unit >"$scratch/unit"
isnt 'a region that is not there is no region' quiet awk -f course/program.awk "$scratch/unit" code/tiling.cu
