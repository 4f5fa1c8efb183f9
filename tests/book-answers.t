#!/bin/sh
# ANSWERS=no: no word of an answer is in the pages, the search, the single page, the print,
# the EPUB or the slides; and without it they are back.
. "$(dirname "$0")/lib/book.sh"
command -v unzip >/dev/null || { echo '1..0 # SKIP no unzip here'; exit 0; }
fixture
cp "$root/CITATION.cff" .
nested
plan 11
edit chapters/alpha.md 's/^You are right if it is 2K a result\./&[^aside]/'
printf '\n[^aside]: Said in the answer, 2K a result, and nowhere else.\n' >>chapters/alpha.md

# Where the answer stands, on one line.
places() {
    paper=1 ${PANDOC:-pandoc} --lua-filter book/edition/single.lua -o /dev/null /dev/null >>said 2>&1
    rm -rf build/epub && mkdir build/epub && unzip -q build/tiles.epub -d build/epub
    grep -rl '2K a result' build/book build/tiles.html build/edition build/slides build/epub | sort | tr '\n' ' '
}
is 'with answers' builds page epub slides
with=$(places)
for place in build/book/alpha.html build/tiles.html build/edition/paper.html build/slides/alpha.html build/epub/; do
    is "$place has it" sh -c 'case $1 in *$2*) ;; *) exit 1 ;; esac' - "$with" "$place"
done
builds page epub slides ANSWERS=no
is 'ANSWERS=no: no place has it' test -z "$(places)"
is 'but the exercise' grep -q 'class="exercise"' build/book/alpha.html
builds book ANSWERS=no
is 'again: nothing is done' test -z "$(sed -n 's|^page *||p' said)"
builds book
is 'without it, the answer is back' grep -q '2K a result' build/book/alpha.html
is 'another word is refused' refuses 'ANSWERS=never: it takes yes or no' book ANSWERS=never
