#!/bin/sh
# gradescope.sh: build/course/gradescope.zip, an autograder as Gradescope runs it: setup.sh
# installs, run_autograder grades what is in submission/ and leaves results/results.json.
#
# gradescope.sh run FROM TO METADATA: what run_autograder does. The last word of the assignment's title
# is the unit; where the first is Prediction, a sheet is taken, and an empty file gets one. Whose it
# is and when it came says METADATA, submission_metadata.json, and nothing else.
. course/lib.sh

results_of() { # TEXT [RECEIPT]: no points, and this to read
    printf '{\n  "score": 0,\n  "output": "%s",\n  "extra_data": {"receipt": "%s"},\n  "tests": []\n}\n' \
        "$(echo "$1" | LC_ALL=C tr -d '\000-\011\013-\037' | sed 's/[\\"]/\\&/g' | awk '{ printf "%s%s", sep, $0; sep = "\\n" }')" "$2" >"$to/results.json"
    exit
}

account() {
    [ "$(of_metadata 'users\.[0-9]*\.id' | wc -l)" = 1 ] || { echo 'it is handed in by more than one, or by nobody'; return 1; }
    account_of "$(of_metadata 'users\.0\.email')"
}

prediction() {
    # The first that came has its receipt in the results of before.
    of_metadata 'previous_submissions\.[0-9]*\.results\.extra_data\.receipt' >"$box/receipts"
    while IFS= read -r line; do
        ! is_receipt "$line" "$id" || results_of "Your predictions came $(echo "$line" | cut -d ' ' -f 3). They count, and nothing that comes later. Keep this line as work/$unit/receipt.txt:

$line" "$line"
    done <"$box/receipts"
    open=$(awk -F '\t' '{ split($1, p, ".") } p[1] != "previous_submissions" { next } { n[p[2]] } p[3] == "results" && p[4] != "" { has[p[2]] } END { for (i in n) if (!(i in has)) ++open; print open + 0 }' "$box/metadata")
    [ "$open" = 0 ] || results_of 'An earlier hand-in has no result yet. Hand in again when it has.'
    sheet=$(sh course/staff/sheet.sh "$unit" "$id") || results_of "$sheet"
    asked_unit=$unit asked_id=$id
    set -- "$from"/*
    if [ $# -gt 1 ] || [ ! -f "$1" ] || [ -L "$1" ]; then words='it is one file, predict.txt'
    elif [ ! -s "$1" ]; then words='here are your questions'
    elif ! answered "$1"; then :
    elif [ "$unit $id" != "$asked_unit $asked_id" ]; then words="it is a sheet of $id for $unit"
    elif [ "$code" != "$(code_of "$id")" ]; then words='its code is not that of your sheet'
    else
        line=$(receipt "$id" "$(iso "$at")" "$said")
        results_of "Your predictions came $(iso "$at"). They count, and nothing that comes later. Keep this line as work/$unit/receipt.txt:

$line" "$line"
    fi
    results_of "Nothing has been taken yet: $words. Put this into work/$asked_unit/predict.txt, answer it, and hand it in:

$sheet"
}

if [ "$1" = run ]; then
    from=$2 to=$3
    . course/staff/lib.sh
    box=$(mktemp -d) || exit 2
    trap 'rm -rf "$box"' EXIT
    LC_ALL=C awk -f course/staff/json.awk "$4" >"$box/metadata" 2>/dev/null || results_of 'There is no submission_metadata.json that can be read.'
    of_metadata() { LC_ALL=C sed -n "s/^$1	//p" "$box/metadata"; }
    id=$(account) || results_of "This was not taken: $id."
    at=$(seconds "$(of_metadata created_at)") || results_of 'This was not taken: nothing says when it came.'
    title=$(of_metadata 'assignment\.title' | tr 'A-Z' 'a-z')
    unit=$(echo "$title" | sed 's/[^a-z]*$//; s/.*[^a-z]//')
    [ -n "$unit" ] && [ -f "course/units/$unit/unit" ] || results_of "The title of this assignment, '$title', does not end with the name of a unit."
    case $title in prediction*) prediction ;; esac
    set -- "$from"/*.tar
    [ -f "$1" ] && [ ! -L "$1" ] && [ $# = 1 ] || results_of 'Hand in one file, the tar that `make submit` made.'
    said=$(COURSE_ID=$id COURSE_UNIT=$unit COURSE_WHEN=$(iso "$at") sh course/staff/grade.sh "$1" 2>&1)
    case $said in *": refused: "*) ;; *) cp "build/course/graded/$unit/$id/results.json" "$to/results.json" && exit ;; esac
    results_of "$(echo "$said" | head -n 1)"
fi
command -v zip >/dev/null || say 'this takes zip; your system calls the package zip'
. course/staff/lib.sh
out=$PWD/build/course/gradescope
rm -rf "${out:?}" && mkdir -p "$out/tiles" &&
    cp -Rp Makefile LICENSE book code course "$out/tiles" && rm -rf "$out"/tiles/course/units/*/questions "$out"/tiles/course/staff/quiz* &&
    mkdir "$out/tiles/data" && cp -p data/columns.tsv "$out/tiles/data" || exit 2
printf '#!/bin/sh\napt-get update && apt-get install -y g++ make binutils && cd /autograder/source/tiles && make course-judge\n' >"$out/setup.sh"
printf '#!/bin/sh\ncd /autograder/source/tiles && sh course/staff/gradescope.sh run /autograder/submission /autograder/results /autograder/submission_metadata.json\n' >"$out/run_autograder"
chmod +x "$out/setup.sh" "$out/run_autograder"
(cd "$out" && rm -f ../gradescope.zip && zip -qr ../gradescope.zip .) && echo "build/course/gradescope.zip: $(($(wc -c <build/course/gradescope.zip) / 1024)) KiB"
