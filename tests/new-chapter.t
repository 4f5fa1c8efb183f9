#!/bin/sh
# `make new` begins a chapter that builds and passes the checks as it is.
. "$(dirname "$0")/lib/book.sh"
. "$(dirname "$0")/lib/tree.sh"
tree
plan 11
is 'makes a chapter and a program' builds new C=my-chapter
is 'behind the last chapter with a number' test "$(grep -vx '.* unnumbered\|part .*\|planned .*' book/contents | tail -n 1) $(tail -n 1 book/contents)" = 'my-chapter glossary unnumbered'
is 'whose page builds, and shows its program whole' builds build/book/my-chapter.html build/labels/_covered
is 'with the program in it' grep -q 'my_chapter' build/book/my-chapter.html
if command -v g++ >/dev/null 2>&1; then
    is 'whose kernel is right at every size' builds lens C=my-chapter DATA="$sandbox/counts"
else
    is 'whose kernel is right # SKIP no g++ here; `make setup` installs it' true
fi
is 'takes the beginning of another name' builds new C=coarsening
is 'refuses a second one of that name' refuses 'chapters/my-chapter.md is there already' new C=my-chapter
is 'refuses a second page' refuses "'tiling-more' would be the second page of a chapter" new C=tiling-more
is 'refuses none' refuses 'say which: make new C=stem' new
is 'refuses what is no stem' refuses "'My_Chapter' is no stem" new C=My_Chapter
is 'and then changes nothing' test ! -e code/My_Chapter.cu
