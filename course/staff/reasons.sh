#!/bin/sh
# reasons.sh UNIT: the reasons that were handed in with the programs of a unit, for the staff to mark, as build/course/reasons-UNIT.txt: of
# each student the line that stands in course/staff/reasons, or one to be filled in, and the text behind `> `.
. course/lib.sh
has_unit "$1"
of points | grep -q 'reason [0-9]' || say "$unit asks for no reason"
out=build/course/reasons-$unit.txt
n=0 marked=0
for text in "build/course/graded/$unit"/*/reason.txt; do
    [ -f "$text" ] || continue
    id=${text%/*} id=${id##*/}
    n=$((n + 1))
    noted=$(awk -v u="$unit" -v id="$id" '$1 == u && $2 == id { n = $0 } END { print n }' course/staff/reasons 2>/dev/null)
    [ -z "$noted" ] || marked=$((marked + 1))
    printf '%s\n' "${noted:-$unit $id ? $(wc -w <"$text") words}"
    sed 's/^/> /' "$text"
    echo
done >"$out.part"
[ "$n" -gt 0 ] || { rm -f "$out.part"; say "no reason of $unit came with a program; \`make grade SUB=…\` takes them out of the tars"; }
mv "$out.part" "$out" && echo "$out: $n reasons, $marked marked; the rubric: \`make oral U=$unit\`"
