#!/bin/sh
# The plans agree: weeks and hours of the guide with those of the syllabus and with the estimate; a chapter is read when
# what it needs has been read; a unit is due when its chapters have been read and its sessions held.
# Needs the book.
. "$(dirname "$0")/lib/unit.sh"
. course/lib.sh
plan 16

# section TITLE: the rows of its weeks, as WEEK|READING|SESSIONS|DUE
rows() { awk -v title="## $1" '/^## / { on = $0 == title || title == "## Fourteen weeks" && $0 == "## Three weeks more" } on && /^\| [0-9]/' course/GUIDE.md | sed 's/^| *//; s/ *| */|/g'; }
stems() { # of a cell of the column Reading
    echo "$1" | sed 's/coarsening in 1D and 2D/coarsening-1d, coarsening-2d/; s/coarsening in \([12]\)D/coarsening-\1d/; s/tensor cores/wmma/' | tr ',;' '  '
}
read_by() { # WEEK: all that has been read in that week
    rows "$plan_of" | while IFS='|' read -r week reading _; do [ "$week" -gt "$1" ] || stems "$reading"; done | tr '\n' ' '
}
early() { # chapters that are read before what they need
    rows "$plan_of" | while IFS='|' read -r week reading _; do
        have=" $(read_by "$week") "
        for stem in $(stems "$reading"); do
            [ -e "chapters/$stem.md" ] || echo "$stem is no chapter"
            for need in $(sed -n "s/^needs: \[\(.*\)\]/\1/p" "chapters/$stem.md" | head -n 1 | tr -d ,); do
                case $have in *" $need "*) ;; *) echo "week $week: $stem needs $need" ;; esac
            done
        done
    done
}
unread() { # units that are due before their chapters are read
    rows "$plan_of" | while IFS='|' read -r week _ _ due; do
        for unit in $(echo "$due" | grep -o '`[a-z]*`' | tr -d '`'); do
            [ "$unit" != free ] || continue
            for stem in $(of chapters); do case " $(read_by "$week") " in *" $stem "*) ;; *) echo "$unit is due in week $week, before $stem" ;; esac; done
        done
    done
}
unheld() { # sessions that come after their unit is due, and sessions that are not there
    rows "$plan_of" | while IFS='|' read -r week _ sessions due; do
        for n in $(echo "$sessions" | grep -o '[0-9][0-9]*' | awk '$1 < 19'); do
            unit=$(sed -n "s/^## $n\..*(unit \`\([a-z]*\)\`).*/\1/p" course/SESSIONS.md)
            grep -q "^## $n\. " course/SESSIONS.md || echo "no session $n"
            [ -n "$unit" ] || continue
            at=$(rows "$plan_of" | awk -F '|' -v u="\`$unit\`" 'index($4, u) { print $1 }')
            [ -z "$at" ] || [ "$week" -le "$at" ] || echo "session $n, of $unit, in week $week: due in week $at"
        done
    done
}
for plan_of in 'Fourteen weeks' 'Six weeks' 'Four weeks inside another course'; do
    weeks=$(rows "$plan_of" | cut -d '|' -f 1 | tr '\n' ' ')
    is "$plan_of: there are as many" test "$(echo "$weeks" | wc -w)" = "$(case $plan_of in Fourteen*) echo 17 ;; Six*) echo 6 ;; *) echo 4 ;; esac)"
    faults=$(early)
    is "$plan_of: what a chapter needs has been read: $faults" test -z "$faults"
    faults=$(unread)
    is "$plan_of: a unit is due when its chapters have been read: $faults" test -z "$faults"
    faults=$(unheld)
    is "$plan_of: and when its sessions have been held: $faults" test -z "$faults"
done

# Weeks and hours of a unit, in syllabus and guide.
syllabus() { awk -F ' *[|] *' '/^\| `[a-z]*`.* \| [0-9]+ \| [0-9]+ \|$/ { split($2, u, "`"); print u[2], $'"$1"' }' course/SYLLABUS.md | sort; }
plan_of='Fourteen weeks'
due() { rows "$plan_of" | awk -F '|' '{ n = split($4, u, "`"); for (i = 2; i <= n; i += 2) print u[i], $1 }' | sort; }
guide() { awk -F ' *[|] *' '/^\| `[a-z]*` \|.* \| [0-9]+ \|$/ { split($2, u, "`"); print u[2], $(NF - 1) }' course/GUIDE.md | sort; }
is 'a unit is due in the week in which the syllabus says' test "$(syllabus 3)" = "$(due)"
is 'it takes as many hours in the guide as in the syllabus' test "$(syllabus 4)" = "$(guide)"
is 'all units are there' test "$(guide | cut -d ' ' -f 1 | tr '\n' ' ')" = "$(units | tr ' ' '\n' | grep . | sort | tr '\n' ' ')"
guide >"$scratch/said"
is 'which are those of the estimate, to an hour' sh -c 'sh course/staff/hours.sh | sort | awk "FNR == NR { said[\$1] = \$2; next } { d = said[\$1] - \$2; if (d > 1 || d < -1) { print \"# \" \$0; bad = 1 } } END { exit bad }" "$0" -' "$scratch/said"
