#!/bin/sh
# The book, the lens and the course work in any folder and under any locale. Each verb here has one folder with a name
# that shells, make or compilers might trip over, and one locale: where numbers have a comma, where i is not the small I,
# where digits are others. What has a script of its own is called by it, since make sets the locale. A locale that is not installed is C instead, and the test's name says so.
. "$(dirname "$0")/lib/lens.sh"
. tests/lib/tree.sh
root=$PWD newline='
'
. course/lib.sh
unit=tiling
build_course
variant_named t16
for n in a b c d e f g h i j k l m n o p q r s t; do
    id=anywhere-$n
    variant_of "$id"
    [ "$variant" != t16 ] || break
done
key
lens naive
heard=$scratch/heard
key=$root/$key

# here FOLDER LOCALE: goes there, and speaks that.
here() {
    mkdir -p "$scratch/$1" && cd "$scratch/$1" || exit
    there=$(LC_ALL=C locale -a 2>/dev/null | grep -ix "${2%.*}\.utf-*8" | head -n 1)
    LC_ALL=${there:-C} spoken=$2
    [ -n "$there" ] || spoken="C ($2 is not installed)"
}
quiet() { "$@" >"$heard" 2>&1; }
# The objects that are the same everywhere, not built again.
objects() {
    mkdir -p build/course && cp -Rp "$root/build/lens" build && cp -p "$root"/build/course/*.o build/course && cp -p "$root/build/columns.inc" build
}

plan 9
here "book ' and" tr_TR.UTF-8
cp -R "$root/book" . && cp -R "$root/tests/fixtures/book/." . && cp "$root"/plots/style.gp "$root"/plots/*.sed "$root"/plots/*.inc plots &&
    cp -R "$root/code/tools" code && cp "$root/data/columns.tsv" data || exit
is "make book in “book ' and”, $spoken" quiet make
is 'a chart has its numbers' grep -q '<path[^>]*[0-9]\.[0-9]' build/figures/alpha-sizes.svg
mkdir data/own-fixture-card && sed "s/^# source-sha256: .*/# source-sha256: $(sh code/tools/hash.sh code/alpha.cu)/" own/alpha.csv >data/own-fixture-card/alpha.csv
quiet make share
mkdir "o'neil" && mv build/share/*.tar "o'neil/his card.tar" && rm -r data/own-fixture-card
here "book ' and" az_AZ.UTF-8
is "import of “o'neil/his card.tar” there, $spoken" quiet sh book/edition/import.sh pandoc "o'neil/his card.tar"

here 'lëns-日本' ar_SA.UTF-8
copy . && objects && touch code/naive.cu
is "make lens in “lëns-日本”, $spoken" quiet make lens C=naive
is 'counts what it counts elsewhere' cmp -s data/lens/naive.csv "$root/data/lens/naive.csv"

export COURSE_STAFF="$scratch/staff"
mkdir "$COURSE_STAFF" "$scratch/sheets"
(cd "$root" && sh course/staff/answers.sh tiling "$id" >"$scratch/right" && sh course/staff/sheet.sh tiling "$id" >"$scratch/sheet") || exit
awk 'FNR == NR { n[$1 ":"] = " " $2; next } { print $0 n[$0] }' "$scratch/right" "$scratch/sheet" >"$scratch/sheets/sheet.txt"
here "-new${newline}line" tr_TR.UTF-8
sh -c 'cd "$1" && sh course/staff/release.sh tiling' - "$root" >"$heard" 2>&1
tar -xf "$root/build/course/release/tiling.tar" && cd tiles-course && objects || exit
quiet make start U=tiling ID="$id"
sh -c 'cd "$1" && sh course/staff/receive.sh "$2"' - "$root" "$scratch/sheets" >"$heard" 2>&1
cp "$scratch/sheets/sheet.txt" work/tiling/predict.txt && cp "$root/build/course/receipts/tiling-$id.txt" work/tiling/receipt.txt
quiet make predict U=tiling && cp "$key/solution.cu" work/tiling/tiling.cu
is "try in “-new⏎line”, $spoken" quiet sh course/try.sh tiling
is 'gives all points' grep -q '  \([0-9]*\) of \1, before' "$heard"
quiet make submit U=tiling
handed_in=$PWD/work/tiling-$id.tar

here 'staff #%$x & co' de_DE.UTF-8
copy . && objects && cp -Rp "$root/build/course/key" build/course && cp "$handed_in" ./-anna.tar || exit
is "grade in “staff #%\$x & co”, $spoken" quiet sh course/staff/grade.sh -anna.tar
is 'gives the grade' grep -qx '\(100\|90\) of 100' "$heard"
