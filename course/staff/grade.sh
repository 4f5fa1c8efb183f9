#!/bin/sh
# grade.sh FILE.tar | FOLDER: grades what make submit made, or a folder of that. Each gets
# build/course/graded/UNIT/ID/: results.json for Gradescope, row.csv, and report.txt in words.
# A second archive with that id gets UNIT/ID@ARCHIVE/ beside it, and is told of as that.
# What has been graded is not graded again; a folder goes on where it was stopped. A unit that
# has an oral takes its points from course/staff/orals, lines `unit id points words`.
#
# A server says who hands in and when: COURSE_ID, COURSE_WHEN, and COURSE_UNIT, what it is to be.
. course/lib.sh
[ -n "$1" ] && [ -e "$1" ] || say "what is to be graded? SUB= takes a tar of \`make submit\`, a folder of them, or a folder of Gradescope"
[ -n "$COURSE_BRIEF" ] || build_course

. course/staff/lib.sh
most_files=8 most_bytes=1048576

# Takes plain files with the names that belong in a submission and nothing else.
unpack() { # FILE.tar TO
    [ "$(wc -c <"$1")" -le $most_bytes ] || { echo "the file is larger than $most_bytes bytes"; return 1; }
    tar -tvf - <"$1" 2>/dev/null >"$2.list" || { echo 'this is no tar file'; return 1; }
    [ "$(wc -l <"$2.list")" -le $most_files ] || { echo "it holds more than $most_files files"; return 1; }
    bad=$(awk '$1 !~ /^-/ || NF != 6 || $6 !~ /^(id|(log|reason|receipt)\.txt|[a-z]+\.cu)$/ || $3 + 0 > '$most_bytes' || seen[$6]++ { print $6; exit }' "$2.list")
    [ -z "$bad" ] || { printf "it holds '%s', which does not belong in it\n" "$bad"; return 1; }
    (ulimit -f 4096; tar -xf - -C "$2" --no-same-owner --no-same-permissions <"$1") 2>/dev/null ||
        { echo 'it does not unpack'; return 1; }
}

points() { # NAME EARNED OF WORDS
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >>"$box/points" || exit
}
worth() { of points | tr , '\n' | awk -v part="$1" '$1 == part { print $2 }'; }

# Whose it is says the server, by COURSE_ID; where there is none, the code of a sheet that one student
# was given. What the archive says itself is compared with that, and believed by nobody.
whose() {
    id=$(head -c 40 "$in/id" 2>/dev/null | head -n 1)
    good_id "$id" || { echo 'it does not say whose it is'; return 1; }
    if [ -n "$COURSE_ID" ]; then
        [ "$id" = "$COURSE_ID" ] || { echo "it is the work of $id, and $COURSE_ID hands it in"; return 1; }
    elif [ "$(sed -n 2p "$in/id" | head -c 80)" != "$(code_of "$id")" ]; then
        echo "it has no code of a sheet of $id: nothing says whose it is"
        return 1
    fi
    on_roster "$id" || { echo "$id is not on the roster"; return 1; }
}

# The first predictions that came. Where they came here, what the archive holds says nothing.
receipt_of() {
    if [ -s "$staff/received/$unit/$id" ]; then cat "$staff/received/$unit/$id"
    else [ ! -f "$in/receipt.txt" ] || one_line <"$in/receipt.txt"; fi
}

# Each answer has a like share: all within 5 %, none from a factor of four on.
grade_prediction() {
    p=$(worth prediction)
    line=$(receipt_of)
    came=$(echo "$line" | cut -d ' ' -f 3)
    if [ -z "$line" ]; then
        points prediction 0 "$p" 'no receipt of predictions, and none came here'
    elif ! is_receipt "$line" "$id"; then
        points prediction 0 "$p" "the receipt is not one that was given to $id for this unit"
    elif until=$(due predict "$id") || exit; [ -n "$until" ] && [ "$(seconds "$came")" -gt "$until" ]; then
        points prediction 0 "$p" "the predictions came $came; they were due $(iso "$until")"
    elif [ "$(cat "$box/judge/code" 2>/dev/null)" = "$(cat "$key/starter.code")" ]; then
        points prediction 0 "$p" 'the program is the starter; predictions count with a program of your own'
    elif [ ! -s "$box/judge/code" ]; then
        points prediction 0 "$p" 'predictions count with a program that compiles'
    elif day=$(key_day) || exit; [ -n "$day" ] && [ "$(date -u +%s)" -le "$day" ]; then
        points prediction 0 "$p" "the predictions came $came; their points are given after $(iso "$day")"
    else
        sh course/staff/answers.sh "$unit" "$id" >"$box/answers" || exit
        echo "$line" | cut -d ' ' -f 4- | tr ' ' '\n' | sed -n 's/^\([a-z]*\)=\([0-9]*\)$/\1 \2/p' | awk -v p="$p" -v told="$day" '
            FNR == NR { said[$1] = $2; next }
            { right[++n] = $2; word[n] = $1 }
            END {
                for (i = 1; i <= n; ++i) {
                    x = said[word[i]]
                    off = x > 0 ? log(x / right[i]) : 99
                    if (off < 0) off = -off
                    share = off <= log(1.05) ? 1 : off >= log(4) ? 0 : (log(4) - off) / log(4)
                    got += share
                    hit += share == 1
                    if (share < 1) words = words (words == "" ? "" : "; ") word[i] " is " right[i] ", you said " (x == "" ? "nothing" : x)
                }
                if (told == "" && hit < n) words = hit + 0 " of " n " are right"
                printf "prediction\t%.4g\t%s\t%s\n", p * got / n, p, words
            }' - "$box/answers" >>"$box/points" || exit
    fi
}

grade_log() {
    p=$(worth log)
    begun=$(receipt_of | cut -d ' ' -f 4- | sed 's/ [^ ]*$//')
    if ! awk '
        NR == 1 { if ($0 !~ /^[0-9a-f]+ predicted$/ || length($1) != 64) exit 1 }
        NR > 1 && NF != 4 { exit 1 }
        END { exit NR < 1 || NR > 10000 }' "$in/log.txt" 2>/dev/null; then
        points log 0 "$p" 'the log does not begin with predictions, or is no log'
    elif [ -n "$begun" ] && [ "$(head -n 1 "$in/log.txt" | cut -d ' ' -f 1)" != "$(printf '%s' "$begun" | sha256sum | cut -c 1-64)" ]; then
        points log 0 "$p" 'the log begins with other predictions than those that came'
    elif ! chained "$in/log.txt"; then
        points log 0 "$p" 'a line of the log does not follow from the line before'
    elif [ ! -e "$box/judge/alive" ]; then
        points log 0 "$p" 'a log counts with a program that does more than the starter'
    elif [ "$(tail -n 1 "$in/log.txt" | cut -d ' ' -f 3)" != "$(sha256sum <"$in/$unit.cu" | cut -c 1-64)" ]; then
        points log "$((p / 2))" "$p" 'the program handed in is not the one that was tried last'
    else
        points log "$p" "$p" ''
    fi
}

# When it came, in seconds: the server's word, or what `make receive` noted of this very file.
came_at() {
    came=${COURSE_WHEN:-$(grep -s "^$(sha256sum <"$1" | cut -c 1-64) " "$staff/received/programs" | cut -d ' ' -f 2)}
    seconds "${came:-$(date -u +%Y-%m-%dT%H:%M:%SZ)}"
}

# What the staff noted of an oral.
noted() { awk -v u="$unit" -v id="$id" '$1 == u && $2 == id { n = $0 } END { if (n != "") print n }' "course/staff/$1s" 2>/dev/null; }
oral_of() { noted oral; noted reason; }
grade_oral() { # and the reason of 150 words, which is noted in the same way in course/staff/reasons
    for part in oral reason; do
        p=$(worth $part)
        [ -n "$p" ] || continue
        noted=$(noted $part)
        if [ -z "$noted" ] && [ $part = reason ] && [ -s "$box/reason.txt" ]; then
            points $part 0 "$p" "the reason has $(wc -w <"$box/reason.txt") words, and is still to be marked"
        elif [ -z "$noted" ]; then
            points $part 0 "$p" "the $part is still to come"
        else
            points $part "$(echo "$noted" | awk -v p="$p" '{ n = $3 + 0; print (n < 0 ? 0 : n > p ? p : n) }')" "$p" "$(echo "$noted" | cut -d " " -f 4-)"
        fi
    done
}

# Each line begins with the hash of the line before and its own rest.
chained() {
    mkdir "$box/lines" && awk -v to="$box/lines" '
        NR > 1 {
            file = sprintf("%s/%05d", to, NR)
            print before " " substr($0, index($0, " ") + 1) >file
            close(file)
        }
        { before = $0 }' "$1"
    (cd "$box/lines" && find . -type f | sort | xargs -r sha256sum) | cut -c 1-64 >"$box/hashes"
    sed 1d "$1" | cut -d ' ' -f 1 | cmp -s - "$box/hashes"
}

results() { # from $box/points
    awk -F '\t' '
        function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); gsub(/[\001-\037]/, " ", s); return "\"" s "\"" }
        { got += $2; all += $3
          test = test (NR > 1 ? ",\n" : "") "    {\"name\": " quoted($1) ", \"score\": " $2 + 0 ", \"max_score\": " $3 + 0 ", \"output\": " quoted($4) ", \"visibility\": \"visible\"}" }
        END { printf "{\n  \"score\": %.4g,\n  \"output\": \"%.4g of %g\",\n  \"tests\": [\n%s\n  ]\n}\n", got, got, all, test }' "$box/points"
}

# $part becomes $to, or that of this archive where the id has been taken by another.
is_own() { [ "$(cat "$to/from" 2>/dev/null || echo "$name")" = "$name" ]; }
keep() {
    for folder in "$to" "build/course/graded/$unit/$id@${name%.tar}"; do
        to=$folder
        awk -F '\t' -v id="${to##*/}" '{ n += $2 } END { printf "%s,%.4g\n", id, n }' "$box/points" >"$part/row.csv"
        ! is_own || rm -rf "$to"
        mv -nT "$part" "$to" 2>/dev/null
        [ -e "$part" ] || return 0
    done
    return 1
}

grade_one() { # FILE.tar
    box=$(mktemp -d) || return
    in=$box/in
    mkdir "$in" || return
    room "$box"
    name=${1##*/}
    words="its name has other characters than letters, digits, dots, dashes and underscores, or more than 80"
    ! good_name "$name" || ! words=$(unpack "$1" "$in") || words=
    unit= id=
    for file in "$in"/*.cu; do
        u=${file##*/}
        [ -z "$unit" ] && [ -f "course/units/${u%.cu}/unit" ] && unit=${u%.cu}
    done
    if [ -z "$words" ]; then
        [ -n "$unit" ] || words='it holds no program of a unit'
        [ -z "$COURSE_UNIT" ] || [ "$unit" = "$COURSE_UNIT" ] || words="it is no work for $COURSE_UNIT"
        [ -n "$words" ] || words=$(whose)
        id=$(head -c 40 "$in/id" 2>/dev/null | head -n 1)
    fi
    if [ -n "$words" ]; then
        printf '%s: refused: %s\n' "$name" "$words"
        rm -rf "$box"
        return 1
    fi
    to=build/course/graded/$unit/$id
    is_own || to=$to@${name%.tar}
    at=$(came_at "$1") || say "$name: '$COURSE_WHEN' is no time with a zone"
    until=$(due program "$id") && day=$(key_day) || exit
    late=0
    [ -z "$until" ] || [ "$at" -le "$until" ] || late=$(((at - until + 86399) / 86400))
    sum=$({ cat <"$1"; oral_of; receipt_of; echo "$late $(due predict "$id") $([ -z "$day" ] || [ "$(date -u +%s)" -le "$day" ] || echo told)"; } | sha256sum | cut -c 1-64)
    if [ -e "$to/results.json" ] && [ "$(cat "$to/sum" 2>/dev/null)" = "$sum" ]; then
        echo "$name: graded before: $(tail -n 1 "$to/report.txt")"
        rm -rf "$box"
        return 0
    fi
    variant_of "$id"
    key
    mkdir "$box/judge"
    sh course/judge.sh "$unit" "$variant" "$in/$unit.cu" "$box/judge" "$key" \
        "$(printf '%s|%s|%s' "$secret" "$unit" "$id" | cksum | cut -d ' ' -f 1)" || { rm -rf "$box"; return 1; }
    : >"$box/points" || return
    # Text for a reader: nothing in it moves the cursor or is no letter.
    [ ! -f "$in/reason.txt" ] || head -c 20000 "$in/reason.txt" | LC_ALL=C tr '\r\t' '\n ' | LC_ALL=C tr -d '\000-\011\013-\037\177' | iconv -c -f UTF-8 -t UTF-8 >"$box/reason.txt"
    grade_prediction
    cat "$box/judge/points" >>"$box/points" || return
    grade_log
    grade_oral
    part=build/course/graded/$unit/.$id.$$
    mkdir -p "$part" && echo "$name" >"$part/from" && cat <"$1" >"$part/hand-in" && echo "$late" >"$part/late" &&
        { [ ! -e "$box/judge/counted" ] || cp "$box/judge/counted" "$part"; } && { [ ! -s "$box/reason.txt" ] || cp "$box/reason.txt" "$part"; } && { [ -z "$COURSE_WHEN" ] || echo "$COURSE_WHEN" >"$part/when"; } && { [ -z "$COURSE_ID" ] || : >"$part/account"; } && results >"$part/results.json" && awk -F '\t' '
        $4 != "" { print $1 ", " $2 + 0 " of " $3 ": " $4 }
        { got += $2; all += $3 }
        END {
            if (late > 0) print "late, by days: " late
            printf "%.4g of %g\n", got, all
        }' late="$late" "$box/points" >"$part/report.txt" &&
        echo "$sum" >"$part/sum" && keep || say "$to: it cannot be written; is the disk full?"
    echo "$name: $unit, ${to##*/}: $(tail -n 1 "$to/report.txt")"
    rm -rf "$box"
}

# A folder: each in a process of its own, as many at a time as there are processors. That of Gradescope says whose
# each is, and when it came; it has each tar in a folder of its own, or the files of a tar that Gradescope took apart.
of_gradescope() {
    echo "$entries" | while IFS='	' read -r folder mail when; do
        id=$(account_of "$mail") || { echo "$folder: refused: $id" >&2; continue; }
        seconds "$when" >/dev/null || { echo "$folder: refused: nothing says when it came" >&2; continue; }
        set -- "$1" "$1/$folder"/*.tar
        if [ $# = 2 ] && [ -f "$2" ] && [ ! -L "$2" ]; then file=$2
        elif [ ! -e "$2" ] && [ -f "$1/$folder/id" ]; then
            file=$apart/$folder.tar
            (cd "$1/$folder" && tar -cf "$file" --format=ustar -- *) || exit 2
        else
            echo "$folder: refused: it is not the one tar of \`make submit\`" >&2
            set -- "$1"
            continue
        fi
        set -- "$1"
        printf '%s\0%s\0%s\0' "$id" "$when" "$file"
    done
}
if entries=$(exported "$1"); then
    apart=$(mktemp -d) || exit 2
    trap 'rm -rf "$apart"' EXIT
    trap 'exit 1' HUP INT TERM
    of_gradescope "$1" 2>"$apart/refused" | COURSE_BRIEF=1 xargs -0 -r -P "${COURSE_JOBS:-$(nproc)}" -n 3 sh -c 'COURSE_ID=$0 COURSE_WHEN=$1 exec sh course/staff/grade.sh "$2"' || wrong=1
    cat "$apart/refused"
    [ ! -s "$apart/refused" ] && [ -z "$wrong" ]
    exit
fi
if [ -d "$1" ]; then
    for file in "$1"/*.tar; do
        [ ! -f "$file" ] || [ -L "$file" ] || printf '%s\0' "$file"
    done | COURSE_BRIEF=1 xargs -0 -P "${COURSE_JOBS:-$(nproc)}" -n 1 sh course/staff/grade.sh || exit 1
    exit
fi
grade_one "$1" || exit 1
[ -n "$COURSE_BRIEF" ] || cat "$to/report.txt"
