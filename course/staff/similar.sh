#!/bin/sh
# similar.sh FOLDER [PERCENT]: which programs in a folder of hand-ins are alike? For each unit the pairs of which the
# smaller program has at least PERCENT (else 80) in common with the other, when the starters are taken out. Names,
# numbers, comments and blanks count for nothing. The book's own kernel is one of them. Says nothing of why; no points follow from it.
. course/lib.sh
[ -d "$1" ] || say 'which folder? SUB= takes a folder of tars of `make submit`'
least=${2:-80}
case $least in *[!0-9]* | ????*) say "LEAST=$least: it takes per cent, as in LEAST=80" ;; esac
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM
for tar in "$1"/*.tar; do
    name=${tar##*/}
    name=${name%.tar}
    good_name "$name" || continue
    # Only the program, a plain file of no more than 64 KiB, and by no name of its own.
    file=$(tar -tvf "$tar" 2>/dev/null | awk '$1 ~ /^-/ && $3 <= 65536 && $6 ~ /^[a-z]+\.cu$/ { print $6; exit }')
    unit=${file%.cu}
    [ -n "$file" ] && [ -f "course/units/$unit/unit" ] || { echo "$name: it holds no program of a unit" >&2; continue; }
    mkdir -p "$box/$unit" && tar -xOf "$tar" "$file" 2>/dev/null | head -c 65536 >"$box/$unit/$name" || exit 2
done
all=0
for folder in "$box"/*/; do
    [ -d "$folder" ] || continue
    unit=$(basename "$folder")
    rm -rf "$box/starters" && mkdir "$box/starters" || exit 2
    for v in $(of variant | cut -d '|' -f 1); do
        (variant_named "$v" && key && cp "$key/starter.cu" "$box/starters/$v" && cp "$key/solution.cu" "$box/book") || exit 2
    done
    set -- "$box"/starters/* =
    for file in "$folder"*; do set -- "$@" "${file##*/}:$file"; done
    set -- "$@" "the book:$box/book"
    awk -f course/staff/similar.awk "$@" >"$box/pairs" || exit 2
    sort -k 1,1nr -k 4 "$box/pairs" | awk -F '\t' -v least="$least" -v unit="$unit" '
        $1 < 0 { print unit ": " $2 " programs have nearly nothing beside the starter and what more than half of the class has" >"/dev/stderr"; next }
        $1 >= least { printf "%s: %s and %s: %d %% alike, %d of %d stretches\n", unit, $4, $5, $1, $2, $3 }' >"$box/alike"
    cat "$box/alike"
    all=$((all + $(wc -l <"$box/alike")))
done
echo "$all pairs at $least % or more; read both before you ask anybody"
