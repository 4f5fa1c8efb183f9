#!/bin/sh
# receive.sh FILE | FOLDER [WHEN]: notes what came, and when: now, or WHEN. Of a sheet the first counts:
# its receipt goes to build/course/receipts/UNIT-ID.txt, and that of a second sheet is the first's. Of a
# program the time is noted, by which it is late or not; that of the same file is the first's too.
# FOLDER may be what Gradescope's “Download Submissions” gives: then the time of each is Gradescope's.
. course/lib.sh
. course/staff/lib.sh
[ -n "$1" ] && [ -e "$1" ] || say 'what was handed in? SUB= takes a sheet, a tar of `make submit`, a folder of them, or a folder of Gradescope'
now=$(date -u +%s)
[ -z "$2" ] || now=$(seconds "$2") || say "WHEN=$2: a date has its zone, as 2026-10-12T23:59+02:00"
[ "$now" -le "$(date -u +%s)" ] || say "WHEN=$2 is still to come"
writes build "$staff"
mkdir -p build/course/receipts || exit 2
wrong=0
# Gradescope's folder says who and when: each hand-in is received as of then.
if entries=$(exported "$1"); then
    [ -z "$2" ] || say "WHEN= is for files without a time; this folder of Gradescope says when each came"
    while IFS='	' read -r folder mail when; do
        id=$(account_of "$mail") || { echo "$folder: refused: $id" && wrong=1 && continue; }
        COURSE_ID=$id sh course/staff/receive.sh "$1/$folder" "$when" || wrong=1
    done <<END
$entries
END
    exit $wrong
fi
if [ -d "$1" ]; then set -- "$1"/*; else set -- "$1"; fi
for file; do
    name=${file##*/}
    [ -f "$file" ] && [ ! -L "$file" ] || continue
    case $name in
    *.tar)
        mkdir -p "$staff/received" || exit 2
        sum=$(sha256sum <"$file" | cut -c 1-64)
        grep -qs "^$sum " "$staff/received/programs" || echo "$sum $(iso "$now")" >>"$staff/received/programs" || exit 2
        echo "$name: came $(grep "^$sum " "$staff/received/programs" | cut -d ' ' -f 2)"
        ;;
    *.txt)
        if ! answered "$file"; then :
        elif [ -n "$COURSE_ID" ] && [ "$COURSE_ID" != "$id" ]; then words="it is the sheet of $id, and $COURSE_ID hands it in"
        elif [ "$code" != "$(code_of "$id")" ]; then words="its code is not that of the sheet of $id"
        elif ! on_roster "$id"; then words="$id is not on the roster"
        else
            first=$staff/received/$unit/$id
            mkdir -p "${first%/*}" || exit 2
            receipt "$id" "$(iso "$now")" "$said" >"$first.$$.part" || exit 2
            ln "$first.$$.part" "$first" 2>/dev/null # of two at a time one is first
            rm -f "$first.$$.part"
            whole "build/course/receipts/$unit-$id.txt" <"$first" || exit
            again=
            [ "$(cut -d ' ' -f 4- "$first" | sed 's/ [^ ]*$//')" = "$said" ] || again=', and counts: these answers came later'
            echo "$name: $unit, $id: came $(cut -d ' ' -f 3 "$first")$again"
            continue
        fi
        echo "$name: refused: $words"
        wrong=1
        ;;
    esac
done
exit $wrong
