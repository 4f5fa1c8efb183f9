#!/bin/sh
# grade.sh FILE.tar | FOLDER: grades what make submit made, or a folder of that. Each gets
# build/course/graded/UNIT/ID/: results.json for Gradescope, row.csv, and report.txt in words.
# A second archive with that id gets UNIT/ID@ARCHIVE/ beside it, and is told of as that.
# What has been graded is not graded again; a folder goes on where it was stopped. A unit that
# has an oral takes its points from course/staff/orals, lines `unit id points words`.
. course/lib.sh
[ -n "$1" ] && [ -e "$1" ] || say "what is to be graded? SUB= takes a tar of \`make submit\`, or a folder of them"
[ -n "$COURSE_BRIEF" ] || build_course

# What is kept secret for hidden sizes: made once, for this copy of the course.
secret=course/staff/secret
[ -s $secret ] || head -c 32 /dev/urandom | sha256sum | cut -c 1-64 | whole $secret || exit

most_files=8 most_bytes=1048576

# Takes plain files with the names that belong in a submission and nothing else.
unpack() { # FILE.tar TO
    [ "$(wc -c <"$1")" -le $most_bytes ] || { echo "the file is larger than $most_bytes bytes"; return 1; }
    tar -tvf - <"$1" 2>/dev/null >"$2.list" || { echo 'this is no tar file'; return 1; }
    [ "$(wc -l <"$2.list")" -le $most_files ] || { echo "it holds more than $most_files files"; return 1; }
    bad=$(awk '$1 !~ /^-/ || NF != 6 || $6 !~ /^(id|(log|sealed)\.txt|[a-z]+\.cu)$/ || $3 + 0 > '$most_bytes' || seen[$6]++ { print $6; exit }' "$2.list")
    [ -z "$bad" ] || { printf "it holds '%s', which does not belong in it\n" "$bad"; return 1; }
    (ulimit -f 4096; tar -xf - -C "$2" --no-same-owner --no-same-permissions <"$1") 2>/dev/null ||
        { echo 'it does not unpack'; return 1; }
}

points() { # NAME EARNED OF WORDS
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >>"$box/points" || exit
}
worth() { of points | tr , '\n' | awk -v part="$1" '$1 == part { print $2 }'; }

# Each answer has a like share: all within 5 %, none from a factor of four on.
grade_prediction() {
    seal=$(sed -n 's/^seal: //p' "$in/sealed.txt" 2>/dev/null)
    if [ -z "$seal" ] || [ "$(grep -v '^seal: ' "$in/sealed.txt" | sha256sum | cut -c 1-64)" != "$seal" ] ||
        [ "$(sed -n 's/^id: //p' "$in/sealed.txt")" != "$id" ]; then
        points prediction 0 "$(worth prediction)" 'the sealed predictions are not as they were sealed'
        return
    fi
    awk -v p="$(worth prediction)" '
        FNR == NR {
            good = /^[^ ]+ [0-9]+$/ && length($2) <= 15 && !seen[$1]++
            said[$1] = good ? $2 : "no whole number"
            next
        }
        { right[++n] = $2; word[n] = $1 }
        END {
            for (i = 1; i <= n; ++i) {
                x = said[word[i] ":"]
                off = x ~ /^[0-9]/ && x > 0 ? log(x / right[i]) : 99
                if (off < 0) off = -off
                share = off <= log(1.05) ? 1 : off >= log(4) ? 0 : (log(4) - off) / log(4)
                got += share
                if (share < 1) words = words (words == "" ? "" : "; ") word[i] " is " right[i] ", you said " (x == "" ? "nothing" : x)
            }
            printf "prediction\t%.4g\t%s\t%s\n", p * got / n, p, words
        }' "$in/sealed.txt" "$key/answers.tsv" >>"$box/points" || exit
}

grade_log() {
    p=$(worth log)
    if ! awk -v seal="$(sed -n 's/^seal: //p' "$in/sealed.txt" 2>/dev/null)" '
        NR == 1 { if (seal == "" || $0 != seal " sealed") exit 1 }
        NR > 1 && NF != 4 { exit 1 }
        END { exit NR < 1 || NR > 10000 }' "$in/log.txt" 2>/dev/null; then
        points log 0 "$p" 'the log does not begin with the seal, or is no log'
    elif ! chained "$in/log.txt"; then
        points log 0 "$p" 'a line of the log does not follow from the line before'
    elif [ "$(tail -n 1 "$in/log.txt" | cut -d ' ' -f 3)" != "$(sha256sum <"$in/$unit.cu" | cut -c 1-64)" ]; then
        points log "$((p / 2))" "$p" 'the program handed in is not the one that was tried last'
    else
        points log "$p" "$p" ''
    fi
}

# What the staff noted of an oral.
noted() { awk -v u="$unit" -v id="$id" '$1 == u && $2 == id { n = $0 } END { if (n != "") print n }' "course/staff/$1s" 2>/dev/null; }
oral_of() { noted oral; noted reason; }
grade_oral() { # and the reason of 150 words, which is noted in the same way in course/staff/reasons
    for part in oral reason; do
        p=$(worth $part)
        [ -n "$p" ] || continue
        noted=$(noted $part)
        if [ -z "$noted" ]; then
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
    id=$(head -c 40 "$in/id" 2>/dev/null | head -n 1)
    unit=
    for file in "$in"/*.cu; do
        u=${file##*/}
        [ -z "$unit" ] && [ -f "course/units/${u%.cu}/unit" ] && unit=${u%.cu}
    done
    if [ -z "$words" ]; then
        good_id "$id" || words='it does not say whose it is'
        [ -n "$unit" ] || words='it holds no program of a unit'
    fi
    if [ -n "$words" ]; then
        printf '%s: refused: %s\n' "$name" "$words"
        rm -rf "$box"
        return 1
    fi
    to=build/course/graded/$unit/$id
    is_own || to=$to@${name%.tar}
    sum=$({ cat <"$1"; oral_of; } | sha256sum | cut -c 1-64)
    if [ -e "$to/results.json" ] && [ "$(cat "$to/sum" 2>/dev/null)" = "$sum" ]; then
        echo "$name: graded before: $(tail -n 1 "$to/report.txt")"
        rm -rf "$box"
        return 0
    fi
    variant_of "$id"
    key
    mkdir "$box/judge"
    sh course/judge.sh "$unit" "$variant" "$in/$unit.cu" "$box/judge" "$key" \
        "$(printf '%s|%s|%s' "$(cat $secret)" "$unit" "$id" | cksum | cut -d ' ' -f 1)" || { rm -rf "$box"; return 1; }
    : >"$box/points" || return
    grade_prediction
    cat "$box/judge/points" >>"$box/points" || return
    grade_log
    grade_oral
    part=build/course/graded/$unit/.$id.$$
    mkdir -p "$part" && echo "$name" >"$part/from" && results >"$part/results.json" && awk -F '\t' '
        $4 != "" { print $1 ", " $2 + 0 " of " $3 ": " $4 }
        { got += $2; all += $3 }
        END { printf "%.4g of %g\n", got, all }' "$box/points" >"$part/report.txt" &&
        echo "$sum" >"$part/sum" && keep || say "$to: it cannot be written; is the disk full?"
    echo "$name: $unit, ${to##*/}: $(tail -n 1 "$to/report.txt")"
    rm -rf "$box"
}

# A folder: each in a process of its own, as many at a time as there are processors.
if [ -d "$1" ]; then
    for file in "$1"/*.tar; do
        [ ! -f "$file" ] || [ -L "$file" ] || printf '%s\0' "$file"
    done | COURSE_BRIEF=1 xargs -0 -P "${COURSE_JOBS:-$(nproc)}" -n 1 sh course/staff/grade.sh || exit 1
    exit
fi
grade_one "$1" || exit 1
[ -n "$COURSE_BRIEF" ] || cat "$to/report.txt"
