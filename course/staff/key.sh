#!/bin/sh
# key.sh UNIT VARIANT: build/course/key/UNIT/VARIANT/ gets the starter, the solution, what
# the solution and the rung before it count, and so the budget; and starter.code, by which
# the starter is known again (compile.sh).
. course/lib.sh
has_unit "$1"
variant_named "$2"
[ -n "$variant" ] || say "no variant '$2' of $unit"
key=build/course/key/$unit/$2
source=code/$(of source).cu
rung=$(of rung)
file=course/units/$unit/unit
if [ -e "$key/starter.code" ] && [ -z "$(find "$source" $([ "$rung" = starter ] || echo "code/${rung% *}.cu") "$file" course/*.awk course/*.[ch] course/lib.sh course/compile.sh course/staff/*.sh course/staff/*.awk course/staff/mistakes code/lens code/bench code/kernels $(of times | sed 's/.*| *//') -newer "$key/starter.code" -type f)" ]; then
    exit 0
fi
build_course
[ "$rung" = starter ] || alone lens make -s --no-print-directory "build/lens/${rung% *}" >build/.course.log 2>&1 || { cat build/.course.log >&2; exit 2; }
rm -rf "$key.part" "$key" && mkdir -p "$key.part/box" || exit 2
key=$key.part
for whole in 0 1; do
    program $whole "$key/raw" >"$key/$([ $whole = 1 ] && echo solution || echo starter).cu" || exit 2
done

# A chooser has times, and its budget is the regret of the solution. No points has that of the best chooser that always takes one
# way of each type. The ways that are not in the variant's list are those that its solution lacks.
if [ -n "$(of way)" ]; then
    leaves=$(of way | awk -F ' *[|] *' '{ print $2 }' | while read -r way; do grep -qF "{\"$way\"," "$key/solution.cu" || echo "$way"; done | tr '\n' ' ')
    of times | while IFS='|' read -r part record; do
        record=$(echo $record)
        [ -r "$record" ] || say "$unit: there is no record $record"
        awk -v leaves="$leaves" -f course/staff/times.awk "$file" "$record" | sort -t "$(printf '\t')" -k 1,1 -s >"$key/$(echo $part).tsv" || exit 2
    done || exit
    sh course/compile.sh "$unit" "$key/solution.cu" "$key/box" "$key" || { cat "$key/box/words" >&2; exit 2; }
    box=$key/box
    . course/regret.sh
    for part in public hidden; do
        regrets "$key/$part.tsv" $part.tsv 1 || { its_words "$box" >&2; exit 2; }
        ! grep -q 'do not go' "$box/$part.tsv" || say "$unit, $variant: the solution: $(cut -f 3 "$box/$part.tsv")"
        paste "$box/$part.tsv" - <<END | awk -F '\t' -v OFS='\t' -v part=$part '{ print part, $1, $5, $2, $6, $7 }'
$(awk -f course/staff/always.awk "$key/$part.tsv")
END
    done | whole "$key/budget.tsv" && [ "$(wc -l <"$key/budget.tsv")" = 2 ] || exit 2
    sh course/compile.sh "$unit" "$key/starter.cu" "$key/box" "$key" || { cat "$key/box/words" >&2; exit 2; }
    mv "$key/box/code" "$key/starter.code" && rm -rf "$key/box" "$key/raw" && mv "$key" "${key%.part}"
    exit
fi
within=$(of within | in_words - | sed 's/^/2^-/')
sizes=$(of count | cut -d '|' -f 2 | tr -d ' ' | sort -u)
counted() { # PROGRAM: what it counts, in PROGRAM.csv
    sh course/compile.sh "$unit" "$key/$1.cu" "$key/box" "$key" || { cat "$key/box/words" >&2; exit 2; }
    # shellcheck disable=SC2086
    run_judge "$key/box" count "$(of kernel)" $table 0 $within $sizes || { its_words "$key/box" >&2; exit 2; }
    cp "$key/box/verdict" "$key/$2.csv" || exit 2
}
counted solution solution
# shellcheck disable=SC2046,SC2086
if [ "$rung" = starter ]; then
    counted starter rung
else
    sh course/compile.sh "$unit" "$key/starter.cu" "$key/box" "$key" || { cat "$key/box/words" >&2; exit 2; }
    build/lens/${rung% *} count --kernel "${rung#* }" $(printf ' --size %s' $sizes) >"$key/rung.csv" || exit 2
fi
# shellcheck disable=SC2086
number() { total $1 "$2" <"$key/$3.csv"; }
of count | while IFS='|' read -r what size points; do
    size=$(echo $size) what=$(echo $what)
    printf '%s\t%s\t%s\t%s\t%s\n' "$what" "$size" "$(number "$what" "$size" solution)" "$(number "$what" "$size" rung | grep . || echo -)" $points
done | whole "$key/budget.tsv" || exit
for size in $(cut -f 2 "$key/budget.tsv" | sort -u); do
    printf '%s\t%s\n' "$size" "$(number 'global load sectors' "$size" solution)"
done | whole "$key/brought.tsv" || exit
awk -F '\t' '$3 == "" { exit 1 }' "$key/budget.tsv" || say "$unit, $variant: a count that the unit asks for is not there; see $key"
mv "$key/box/code" "$key/starter.code" || exit
rm -rf "$key/box" "$key/raw"
mv "$key" "${key%.part}"
