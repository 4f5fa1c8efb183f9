# course.sh: for tests of the course. Source it; beside what unit.sh gives:
#
#   unit, variant, id, key       the unit tiling, a variant of it, somebody who has it, its key
#   hand_in NAME [ANSWERS] <PROGRAM   $scratch/NAME.tar, with a log and these predictions, else
#                                the right ones
#   grade NAME                   grades it; what is said goes to $scratch/said
#   points PART                  those that it got for a part, or all of them for `all`
. "$(dirname "$0")/lib/unit.sh"
. course/lib.sh
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
    echo "$id" >"$scratch/in/id"
    { echo 'date: 2026-01-01T00:00:00Z'; echo "id: $id"; sed "s/	/: /" "${2:-$key/answers.tsv}"; } >"$scratch/in/sealed.txt"
    seal=$(sha256sum <"$scratch/in/sealed.txt" | cut -c 1-64)
    echo "seal: $seal" >>"$scratch/in/sealed.txt"
    line="2026-01-01T00:00:00Z $(sha256sum <"$scratch/in/$unit.cu" | cut -c 1-64) 0"
    printf '%s sealed\n%s %s\n' "$seal" "$(echo "$seal sealed $line" | sha256sum | cut -c 1-64)" "$line" >"$scratch/in/log.txt"
    tar -cf "$scratch/$1.tar" --format=ustar -C "$scratch/in" id log.txt sealed.txt "$unit.cu"
}

grade() {
    sh course/staff/grade.sh "$scratch/$1.tar" >"$scratch/said" 2>&1
}

points() {
    if [ "$1" = all ]; then tail -n 1 "$scratch/said" | cut -d ' ' -f 1
    else sed -n "s/^$1, \([0-9.]*\) of .*/\1/p" "$scratch/said"; fi
}

quiet() { "$@" >"$scratch/said" 2>&1; }
