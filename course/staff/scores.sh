#!/bin/sh
# scores.sh [ROSTER] [FORMAT]: all that has been graded, as a table that Canvas takes. ROSTER is a table
# that Canvas gave: names and numbers are taken from the line whose SIS Login ID is the
# student's, and who handed in nothing has a line too. Where a unit has been raced, its points
# for speed have a column of their own, with no points possible: they are extra.
#
# Late days are counted here, over all units in the order in which they are due: two are free in a
# term. A unit that is later than the days that are left counts half, and after a week nothing.
#
# FORMAT=moodle makes build/course/scores-moodle.csv besides: a login and the points, a column a unit, for Moodle's import.
. course/lib.sh
. course/staff/lib.sh
free_days=2 half_days=7
roster=${1:-/dev/null}
case $2 in '' | canvas | moodle) ;; *) say "FORMAT=$2: it takes canvas or moodle" ;; esac
[ -r "$roster" ] || say "ROSTER=$roster: there is no such file"
format=$2
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
        [ -e "$row" ] || continue
        if ls -d "$own"@*/row.csv >/dev/null 2>&1; then sed "s/,/@$(sed 's/\.tar$//' "$own/from"),/" "$row"; else cat "$row"; fi | sed "s/\$/,$(cat "$own/late" 2>/dev/null)/"
    done | sed "s/^/$unit,/"
    cat "build/course/race/$unit"/*/row.csv 2>/dev/null | sed "s/^/$unit speed,/"
done | whole $out.rows || exit
# The order of the dates: by it days are spent.
for unit; do echo "$(until_of 3) $unit"; done | sort -n | awk -v free="$free_days" -v half="$half_days" '
    FNR == NR { order[++units] = $NF; next }
    { n = split($0, f, ","); lines[++all] = $0; late[f[1], f[2]] = f[4] + 0 }
    END {
        for (u = 1; u <= units; ++u) for (i = 1; i <= all; ++i) {
            n = split(lines[i], f, ",")
            if (f[1] != order[u]) continue
            if (f[4] + 0 > 0) {
                left = free - spent[f[2]]
                if (f[4] <= left) spent[f[2]] += f[4]
                else if (f[4] <= half) { f[3] /= 2; how = "half" }
                else { f[3] = 0; how = "nothing" }
                print f[1] ", " f[2] ": late, by days: " f[4] (f[4] <= left ? " of those that are free" : "; counts " how) >"/dev/stderr"
            }
            lines[i] = f[1] "," f[2] "," f[3]
        }
        for (i = 1; i <= all; ++i) print lines[i]
    }' - $out.rows >$out.part && mv $out.part $out.rows || exit
for unit; do
    echo "$unit,$(of title)"
    ! grep -q "^$unit speed," $out.rows || echo "$unit speed,$(of title): speed"
done | whole $out.units || exit
{ cat course/staff/csv.awk; cat <<'END'; } >$out.awk
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
        id = id_of(f[login])
        if (!login || id == "" || id in known) next
        known[id] = quoted(f[at["Student"]]) "," quoted(f[at["ID"]]) "," quoted(f[at["SIS User ID"]]) "," quoted(f[login]) "," quoted(f[at["Section"]])
        listed[++lines] = id
    }
    END {
        head = "Student,ID,SIS User ID,SIS Login ID,Section"
        possible = "    Points Possible,,,,"
        for (u = 1; u <= units; ++u) { head = head "," quoted(title[u]); possible = possible (unit[u] ~ / speed$/ ? ",0" : ",100") }
        print head "\n" possible
        for (i = 1; i <= lines; ++i) row(listed[i], known[listed[i]])
        for (i = 1; i <= students; ++i) if (!(order[i] in known)) row(order[i], order[i] ",,," order[i] ",")
    }
END
awk -f $out.awk $out.units $out.rows - <"$roster" >$out.part && mv $out.part $out
rm -f $out.rows $out.units $out.awk
echo "$out: $(($(wc -l <$out) - 2)) students"
[ "$format" = moodle ] || exit 0
# Two hand-ins of one id have no line: that of the id is empty until one of them is taken away.
{ cat course/staff/csv.awk; cat <<'END'; } >$out.awk
    {
        n = fields($0, f)
        if (NR == 2 || NR > 2 && f[1] == f[4] && f[1] ~ /@/) next
        line = NR == 1 ? "username" : quoted(f[4])
        for (i = 6; i <= n; ++i) line = line "," quoted(f[i])
        print line
    }
END
awk -f $out.awk $out | whole "${out%.csv}-moodle.csv"
rm -f $out.awk
echo "${out%.csv}-moodle.csv"
