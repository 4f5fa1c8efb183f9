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
if [ -e "$key/starter.code" ] && [ -z "$(find "$source" $([ "$rung" = starter ] || echo "code/${rung% *}.cu") "$file" course/*.awk course/*.[ch] course/lib.sh course/compile.sh course/staff/*.sh course/staff/*.awk course/staff/mistakes code/lens code/bench code/kernels -newer "$key/starter.code" -type f)" ]; then
    exit 0
fi
build_course
[ "$rung" = starter ] || alone lens make -s --no-print-directory "build/lens/${rung% *}" >build/.course.log 2>&1 || { cat build/.course.log >&2; exit 2; }
rm -rf "$key.part" "$key" && mkdir -p "$key.part/box" || exit 2
key=$key.part
for whole in 0 1; do
    program $whole "$key/raw" >"$key/$([ $whole = 1 ] && echo solution || echo starter).cu" || exit 2
done
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
