#!/bin/sh
# answers.sh UNIT ID: the key to a student's sheet, `word number` a line: what the lens counts of the
# solution, or of the solution with a mistake, as it was drawn. Kept beside the key of the variant.
. course/lib.sh
. course/staff/lib.sh
has_unit "$1"
variant_of "$2"
key
asked=$(asked "$2") || exit
kept=$key/asked/$(echo "$asked" | cut -f 1-4 | sha256sum | cut -c 1-32)
if [ ! -e "$kept" ]; then
    mkdir -p "$key/asked" && dir=$(mktemp -d) || exit 2
    trap 'rm -rf "$dir"' EXIT
    trap 'exit 1' HUP INT TERM
    flags=${table%% *} own=$words
    # Where a unit has a bound of its own, a question may be of a kernel that does not keep it.
    loose=$(of within | sed 's/.*/2^-4/')
    echo "$asked" | cut -f 2 | sort -u >"$dir/whose"
    while IFS= read -r whose; do
        # What is drawn goes before the variant's own.
        words=$own
        case $whose in *' / '*) words="${whose#* / },$own" ;; esac
        mistake=$(echo "${whose%% / *}" | sed -n 's/^mistake //p')
        if [ -n "$mistake" ]; then
            mistake=$(grep "^$unit|[^|]*|$mistake|" course/staff/mistakes | cut -d '|' -f 5- | grep .) || say "$unit: staff/mistakes has no '${whose#mistake }'"
        fi
        program 1 "$dir/raw" >"$dir/right.cu" && sed "$mistake" "$dir/right.cu" >"$dir/asked.cu" || exit 2
        rm -rf "$dir/box" && mkdir "$dir/box" && sh course/compile.sh "$unit" "$dir/asked.cu" "$dir/box" "$key" || { cat "$dir/box/words" >&2; exit 2; }
        # shellcheck disable=SC2046
        run_judge "$dir/box" "$([ -n "$(of way)" ] && echo choose || echo count)" "$(of kernel)" "$flags" 0 0 0 0 $loose $(echo "$asked" | awk -F '\t' -v w="$whose" '$2 == w { print $4 }' | sort -u) ||
            { its_words "$dir/box" >&2; exit 2; }
        echo "$asked" | awk -F '\t' -v w="$whose" '$2 == w { print $1 "\t" $3 "\t" $4 }' >"$dir/of"
        while IFS='	' read -r word what size; do
            # shellcheck disable=SC2086
            echo "$word $(total $what "$size" <"$dir/box/verdict")"
        done <"$dir/of" >>"$dir/answers"
    done <"$dir/whose"
    echo "$asked" | cut -f 1 | while read -r word; do grep "^$word [0-9]" "$dir/answers" || exit 1; done | whole "$kept" || exit
    [ "$(wc -l <"$kept")" = "$(echo "$asked" | wc -l)" ] || { rm -f "$kept"; say "$unit: a count that is asked for is not there"; }
fi
cat "$kept"
