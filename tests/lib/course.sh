# course.sh: for tests of the course. Source it; beside what unit.sh gives:
#
#   unit, variant, id, key       the unit tiling, a variant of it, somebody who has it, its key
#   hand_in NAME [ANSWERS] <PROGRAM   $scratch/NAME.tar, with a log and a receipt of these predictions
#                                (`word number` a line), else of the right ones; $scratch/in has what is in it
#   packed NAME                  $scratch/NAME.tar of what is in $scratch/in
#   right                        the key to the sheet of $id
#   filled [ANSWERS]             the sheet of $id, answered with these, else with the right ones
#   grade NAME                   grades it; what is said goes to $scratch/said
#   points PART                  those that it got for a part, or all of them for `all`
#   tried <PROGRAM               judges it as `make try` does; $box has what came of it, $scratch/said what is said
. "$(dirname "$0")/lib/unit.sh"
. course/lib.sh
# No lecturer's dates or roster; a secret that is the same each time, so that no test meets a chance.
export COURSE_STAFF="$scratch/staff"
mkdir -p "$COURSE_STAFF"
(umask 077 && echo tiles | sha256sum | cut -c 1-64 >"$COURSE_STAFF/secret")
. course/staff/lib.sh
unit=${unit:-tiling} id=${id:-test-$(basename "$0" .t)}
build_course
variant_named "${variant:-t16}"
# Another name, until it has the variant.
wanted=$variant base=$id
for n in a b c d e f g h i j k l m n o p q r s t; do
    id=$base-$n
    variant_of "$id"
    [ "$variant" != "$wanted" ] || break
done
key

hand_in() {
    rm -rf "$scratch/in" && mkdir "$scratch/in"
    cat >"$scratch/in/$unit.cu"
    printf '%s\n' "$id" "$(code_of "$id")" >"$scratch/in/id"
    said=$(if [ -n "$2" ]; then answers <"$2"; else right | answers; fi)
    receipt "$id" 2026-01-01T00:00:00Z "$said" >"$scratch/in/receipt.txt"
    first="$(printf %s "$said" | sha256sum | cut -c 1-64) predicted"
    line="2026-01-01T00:00:00Z $(sha256sum <"$scratch/in/$unit.cu" | cut -c 1-64) 0"
    printf '%s\n%s %s\n' "$first" "$(echo "$first $line" | sha256sum | cut -c 1-64)" "$line" >"$scratch/in/log.txt"
    packed "$1"
}

packed() { tar -cf "$scratch/$1.tar" --format=ustar -C "$scratch/in" id log.txt receipt.txt "$unit.cu"; }
right() { sh course/staff/answers.sh "$unit" "$id"; }
filled() {
    if [ -n "$1" ]; then cat "$1"; else right; fi >"$scratch/filled"
    sh course/staff/sheet.sh "$unit" "$id" | awk 'FNR == NR { n[$1 ":"] = substr($0, index($0, " ")); next } { print $0 n[$0] }' "$scratch/filled" -
}

grade() {
    sh course/staff/grade.sh "$scratch/$1.tar" >"$scratch/said" 2>&1
}

points() {
    if [ "$1" = all ]; then tail -n 1 "$scratch/said" | cut -d ' ' -f 1
    else sed -n "s/^$1, \([0-9.]*\) of .*/\1/p" "$scratch/said"; fi
}

quiet() { "$@" >"$scratch/said" 2>&1; }

box=$scratch/box
tried() {
    rm -rf "$box" && mkdir "$box" && cat >"$box/x.cu"
    sh course/judge.sh "$unit" "$variant" "$box/x.cu" "$box" "$key" >"$scratch/said" 2>&1
}
