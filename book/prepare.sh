#!/bin/sh
# prepare.sh: what must be so before a page is made; run by book.mk. Complains in one
# sentence and fails, or notes in build/labels/_records which records and second pages there are and for
# which card the book is made, and in _answers whether it has them (a note changes only if what
# it says does).
#
#   PANDOC=pandoc GNUPLOT=gnuplot DEVICE=slug sh book/prepare.sh
set -u
export LC_ALL=C.UTF-8

complain() { echo "$*" >&2; exit 1; }

# at_least MAJOR.MINOR NAME VERSION: is the version enough?
at_least() {
    [ -n "${3:-}" ] || complain "$2 does not run here, and the book needs $1 or later; try \`$2 --version\`"
    echo "$1 $3" | awk '{ split($1, w, "."); split($2, v, ".")
        exit !(v[1] + 0 > w[1] + 0 || (v[1] + 0 == w[1] + 0 && v[2] + 0 >= w[2] + 0)) }' ||
        complain "$2 $3 is too old for the book, which needs $1 or later; \`make setup\` installs it"
}

command -v "${PANDOC:=pandoc}" >/dev/null 2>&1 ||
    complain "the book needs pandoc 2.17 or later, and there is none here; \`make setup\` installs it"
at_least 2.17 pandoc "$("$PANDOC" --version | awk 'NR == 1 { print $2 }')"

command -v "${GNUPLOT:=gnuplot}" >/dev/null 2>&1 ||
    complain "the book needs gnuplot 5.4 or later, and there is none here; \`make setup\` installs it"
at_least 5.4 gnuplot "$("$GNUPLOT" --version | awk '{ print $2 }')"

[ -f book/contents ] || complain "book/contents: there is no such file"
awk -f book/contents.awk book/contents | awk -F '\t' '
    (getline line < ("chapters/" $1 ".md")) < 0 {
        printf "book/contents:%d: the chapter %s is not there: chapters/%s.md does not exist\n", $3, $1, $1
        bad = 1 }
    $6 != "" { printf "book/contents:%d: “%s” is no mark of a chapter, as unnumbered and path are\n", $3, $6; bad = 1 }
    $1 ~ /-more$/ { printf "book/contents:%d: %s would be the second page of a chapter, which is not listed\n", $3, $1; bad = 1 }
    $1 in seen { printf "book/contents:%d: the chapter %s is there already, at line %d\n", $3, $1, seen[$1]; bad = 1 }
    { seen[$1] = $3 }
    END { exit bad }' >&2 || exit 1

[ -f chapters/index.md ] || complain "chapters/index.md: the book needs this page, and it is not there"

[ -z "${DEVICE:-}" ] || ls "data/$DEVICE"/*.csv >/dev/null 2>&1 ||
    complain "DEVICE=$DEVICE: data/ has no records of that card; it has those of $(
        ls -d data/*/*.csv 2>/dev/null | awk -F / '$2 != "published" && $2 != "lens" && $2 != "loops" && !($2 in seen) {
            printf "%s%s", n++ ? ", " : "", $2; seen[$2] }')"

case ${ANSWERS:=yes} in yes | no) ;; *) complain "ANSWERS=$ANSWERS: it takes yes or no" ;; esac

odd=$(find data -name '*[!A-Za-z0-9._-]*' | head -n 1)
[ -z "$odd" ] || complain "$odd: names under data/ have letters, digits, points and hyphens, and nothing else; rename it"

mkdir -p build/book build/pages build/labels build/deps build/tables build/figures
{
    echo "DEVICE=${DEVICE:-} CARDS=${CARDS:-}"
    find chapters -name '*-more.md' | sort
    find data -type f \( -name '*.csv' -o -name '*.tsv' -o -name '*.txt' \) | sort
} >build/labels/_records.new || complain "build/labels/_records.new: it cannot be written; is the disk full?"
echo "ANSWERS=$ANSWERS" >build/labels/_answers.new || complain "build/labels/_answers.new: it cannot be written; is the disk full?"
for note in _records _answers; do
    if cmp -s build/labels/$note.new build/labels/$note; then
        rm build/labels/$note.new
    else
        mv build/labels/$note.new build/labels/$note
    fi
done
