#!/bin/sh
# scores.sh [ROSTER]: all that has been graded, as a table that Canvas takes. ROSTER is a table
# that Canvas gave: names and numbers are taken from the line whose SIS Login ID is the
# student's, and who handed in nothing has a line too. Where a unit has been raced, its points
# for speed have a column of their own, with no points possible: they are extra.
. course/lib.sh
roster=${1:-/dev/null}
[ -r "$roster" ] || say "ROSTER=$roster: there is no such file"
set --
for unit in $(units); do [ -d "build/course/graded/$unit" ] && set -- "$@" "$unit"; done
[ $# -gt 0 ] || say 'nothing has been graded yet; `make grade SUB=…` does'
writes build
out=build/course/scores.csv
# Of an id with several hand-ins none has points, and each a line of its own.
for unit; do
    for other in "build/course/graded/$unit"/*@*/row.csv; do
        [ -e "$other" ] || continue
        own=${other%@*}
        [ ! -e "$own/row.csv" ] || echo "$unit: ${own##*/} is the id of $(cat "$own/from") and of $(cat "${other%/*}/from"): no points until one of these folders is taken away: $own, ${other%/*}" >&2
    done
    for row in "build/course/graded/$unit"/*/row.csv; do
        own=${row%/row.csv}
        if ls -d "$own"@*/row.csv >/dev/null 2>&1; then sed "s/,/@$(sed 's/\.tar$//' "$own/from"),/" "$row"; else cat "$row"; fi
    done 2>/dev/null | sed "s/^/$unit,/"
    cat "build/course/race/$unit"/*/row.csv 2>/dev/null | sed "s/^/$unit speed,/"
done | whole $out.rows || exit
for unit; do
    echo "$unit,$(of title)"
    ! grep -q "^$unit speed," $out.rows || echo "$unit speed,$(of title): speed"
done | whole $out.units || exit
awk '
    function quoted(s) { if (s ~ /[",]/) { gsub(/"/, "\"\"", s); return "\"" s "\"" } return s }
    # A line of CSV into f[1…]; returns how many.
    function fields(line, f,    n, c, i, inside) {
        sub(/\r$/, "", line)
        n = 1
        f[1] = ""
        for (i = 1; i <= length(line); ++i) {
            c = substr(line, i, 1)
            if (c == "\"" && inside && substr(line, i + 1, 1) == c) { f[n] = f[n] c; ++i }
            else if (c == "\"") inside = !inside
            else if (c == "," && !inside) f[++n] = ""
            else f[n] = f[n] c
        }
        return n
    }
    function row(id, who,    u) {
        for (u = 1; u <= units; ++u) who = who "," points[unit[u], id]
        print who
    }
    FILENAME ~ /\.units$/ { unit[++units] = substr($0, 1, index($0, ",") - 1); title[units] = substr($0, index($0, ",") + 1); next }
    FILENAME ~ /\.rows$/ { split($0, part, ","); points[part[1], part[2]] = part[3]; if (!(part[2] in graded)) order[++students] = part[2]; graded[part[2]]; next }
    {
        n = fields($0, f)
        if (FNR == 1) sub(/^\357\273\277/, "", f[1])
        if (f[1] == "Student") { for (i = 1; i <= n; ++i) at[f[i]] = i; login = at["SIS Login ID"]; next }
        id = f[login]
        if (!login || id == "" || id in known) next
        known[id] = quoted(f[at["Student"]]) "," quoted(f[at["ID"]]) "," quoted(f[at["SIS User ID"]]) "," quoted(id) "," quoted(f[at["Section"]])
        listed[++lines] = id
    }
    END {
        head = "Student,ID,SIS User ID,SIS Login ID,Section"
        possible = "    Points Possible,,,,"
        for (u = 1; u <= units; ++u) { head = head "," quoted(title[u]); possible = possible (unit[u] ~ / speed$/ ? ",0" : ",100") }
        print head "\n" possible
        for (i = 1; i <= lines; ++i) row(listed[i], known[listed[i]])
        for (i = 1; i <= students; ++i) if (!(order[i] in known)) row(order[i], order[i] ",,," order[i] ",")
    }' $out.units $out.rows - <"$roster" >$out.part && mv $out.part $out
rm -f $out.rows $out.units
echo "$out: $(($(wc -l <$out) - 2)) students"
