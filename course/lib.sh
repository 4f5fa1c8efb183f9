# lib.sh: what the course's scripts share. Source it from the root of the tree, then:
#
#   say WORDS…          one line on stderr, and exit 2
#   has_unit U          says so unless there is such a unit
#   begun DEED          says so unless $unit was started and predicted before the deed; sets $work
#   answers             of what sheet.awk prints, the answers in one line: loads=1 stores=2
#   of KEY              the values of a key of unit $unit, one a line
#   variant_of ID       sets $variant, $words (A=1,B=2), $table (flags bm bn bk), $told
#   variant_named NAME  the same
#   in_words FILE       the file with @A@ become what the variant says
#   program WHOLE FILE  of the staff: the program of the variant, 1 the solution and 0 the starter; FILE is scratch
#   key                 makes what the staff know of $unit and $variant: sets $key, a folder
#                       with starter.cu, budget.tsv and brought.tsv (the sectors that the
#                       solution loads, by size), and for the staff solution.cu and starter.code;
#                       of a chooser public.tsv in place of brought.tsv, and for the staff hidden.tsv
#   writes FOLDER…      says so unless files can be made in these folders and below them
#   whole FILE          writes standard input, whole or not at all, and says so if it cannot; where it ends a pipe, exit is
#                       left to the caller
#   room FOLDER         says so unless it holds 32 MiB more: a full disk makes right programs look wrong
#   build_course        makes the lens and the judge, once
#   run_judge BOX ARG…  runs BOX/judge apart: in a folder of its own, with nothing in its
#                       environment, for so long, with no file to write. The verdict goes to
#                       BOX/verdict, what it says to BOX/words. True when there is a verdict.

export LC_ALL=C.UTF-8 # awk reads 1.5 as 1 where numbers have a comma, and [a-z] lacks an i in Turkish

say() {
    printf '%s\n' "$*" >&2
    exit 2
}

writes() { sh code/tools/writable.sh "$@" || exit 2; }

whole() {
    { cat >"$1.$$.part" && mv "$1.$$.part" "$1"; } 2>/dev/null || { rm -f "$1.$$.part"; say "$1: it cannot be written; is the disk full?"; }
}

room() {
    { head -c 33554432 /dev/zero >"$1/room" && rm "$1/room"; } 2>/dev/null || { rm -f "$1/room"; say "$1: it takes 32 MiB to judge a program, and here there are fewer; nothing was judged"; }
}

has_unit() {
    case $1 in '' | *[!a-z-]*) say "which unit? U= takes one of$(units)" ;; esac
    [ -f "course/units/$1/unit" ] || say "no unit is called '$1'; there are$(units)"
    unit=$1
}

begun() {
    work=work/$unit
    [ -d "$work" ] || say "begin with \`make start U=$unit ID=…\`"
    [ -e "$work/log.txt" ] || say "predict before you $1: answer your sheet, $work/predict.txt, then \`make predict U=$unit\`"
    writes "$work" work
}

units() { for u in course/units/*/unit; do u=${u%/unit}; printf ' %s' "${u##*/}"; done; }

good_id() { case $1 in '' | [.-]* | *[!a-z0-9._-]* | ?????????????????????????????????*) return 1 ;; esac; }

# A rule for ids, and the same with capitals, and longer, for what archives are called.
good_name() { case $1 in '' | .* | *[!A-Za-z0-9._-]* | ????????????????????????????????????????????????????????????????????????????????*) return 1 ;; esac; }
answers() { awk '$1 !~ /^(unit|id|code)$/ { printf "%s%s=%s", sep, $1, $2; sep = " " }'; }

of() { awk -v key="$1" -f course/unit.awk "course/units/$unit/unit"; }

of_variant() { # a line of the key variant
    variant=$(echo "$1" | cut -d '|' -f 1 | tr -d ' ')
    words=$(echo "$1" | cut -d '|' -f 2 | tr -d ' ')
    table=$(echo "$1" | cut -d '|' -f 3 | sed 's/^ *//; s/ *$//')
    told=$(echo "$1" | cut -d '|' -f 4 | sed 's/^ *//')
}

variant_of() { of_variant "$(awk -v key=variant -v id="$1" -f course/unit.awk "course/units/$unit/unit")"; }
variant_named() { of_variant "$(of variant | grep "^$1 *|")"; }

in_words() {
    sed "$(echo "$words" | tr , '\n' | sed 's|\(.*\)=\(.*\)|s/@\1@/\2/g|')" "$1"
}

program() {
    awk -v whole="$1" -f course/program.awk "course/units/$unit/unit" "code/$(of source).cu" >"$2" &&
        sed "$(of edit | awk -F ' *[|] *' -v v="$variant" '$1 == v || $1 == "all" { sub(/^[^|]*[|] */, ""); print }')" "$2" | in_words -
}

# LOCK COMMAND…: one at a time.
alone() {
    lock=$1
    shift
    mkdir -p build
    if command -v flock >/dev/null; then flock "build/.$lock.lock" "$@"; else "$@"; fi
}

build_course() {
    writes build
    mkdir -p build
    [ -e build/course/flags ] || [ ! -t 2 ] || echo 'building the lens, once …' >&2
    alone lens make -s --no-print-directory course-judge >build/.course.log 2>&1 || { cat build/.course.log >&2; exit 2; }
}

key() {
    key=course/units/$unit/$variant
    [ -d "$key" ] && return
    [ -d course/staff ] || say "this copy has no starter of $unit; ask for the folder that make release made"
    key=build/course/key/$unit/$variant
    alone "key-$unit" sh course/staff/key.sh "$unit" "$variant" || exit
}

run_judge() {
    box=$1
    shift
    rm -rf "$box/own" "$box/verdict" "$box/words" && mkdir "$box/own" || return 2
    {
        {
            (
                cd "$box/own" || exit
                ulimit -c 0
                ulimit -t "${COURSE_SECONDS:-60}"
                ulimit -f 0
                ulimit -n 16
                exec env -i PATH=/usr/bin:/bin LENS_SECONDS=5 ${COURSE_UNSEALED:+COURSE_UNSEALED=1} timeout -s KILL "$((${COURSE_SECONDS:-60} * 4))" ../judge "$@"
            ) 3>&1 >/dev/null 2>&4 4>&- </dev/null
            echo $? >"$box/status"
        } 2>/dev/null | head -c 1000000 >"$box/verdict"
    } 4>&1 | head -c 4000 | tr -d '\000-\010\013-\037\177' >"$box/words"
    rm -rf "$box/own"
    [ "$(tail -n 1 "$box/verdict")" = end ]
}

# The last line that the program said, as far as a reader wants it, or what became of it.
its_words() {
    if [ -s "$1/words" ]; then
        tail -n 1 "$1/words" | sed 's/^[a-z]*: //' | LC_ALL=C awk -v most=600 '{
            if (length($0) > most) $0 = substr($0, 1, most) " … (cut here; " length($0) - most " bytes more)"
            print }' | iconv -c -f UTF-8 -t UTF-8
    else
        case $(cat "$1/status") in
        159) echo "it asks the system for a file, a process or a network, which a kernel has no use for" ;;
        0) echo 'the program ended before it was judged: there is no verdict' ;;
        137 | 152) echo 'endless: the program was stopped after its time was up' ;;
        *) echo 'the program ended without a word and without a verdict' ;;
        esac
    fi
}

# total SPACE OP COLUMN MxNxK <ROWS: one number of a record of counts; empty if there is none
total() {
    awk -F, -v space="$1" -v op="$2" -v column="$3" -v size="$4" '
        /^kernel,/ { split("", at); for (i = 1; i <= NF; ++i) at[$i] = i; next }
        column in at && $at["line"] == "total" && $at["space"] == space && $at["op"] == op &&
            $at["m"] "x" $at["n"] "x" $at["k"] == size { print $at[column]; exit }'
}
