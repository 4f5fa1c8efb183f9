#!/bin/sh
# `make path` writes a book of the path alone: its pages and no others, numbered as in the whole book, without a dead link.
. "$(dirname "$0")/lib/book.sh"
. "$(dirname "$0")/lib/tree.sh"
fixture
plan 17
at=build/book-path
dead() { perl -I"$root/tests/lib" -MPage -e 'print "$_\n" for Page::dangling(shift)' $at; }
cat >>chapters/beta.md <<'END'

See @ch:alpha and @fig:alpha-sizes, then @sec:who, then @ch:alpha again; [the list](alpha.html) and [all questions](questions.html).
END
printf -- '---\ntitle: Beta in depth\nshort: Depth\n---\n\n## Deep {#sec:deep}\n\nMore of @ch:beta.\n' >chapters/beta-more.md
echo 'It is deep: @sec:deep.' >>chapters/beta.md
is 'without a chapter on the path it says so' refuses 'book/contents: no chapter is marked `path`' path
printf 'opening unnumbered\nalpha\nbeta path\n' >book/contents
is 'builds' builds path
has() { tr '\n' ' ' <"$1" | sed "s/$(printf '\302\240')/ /g" | grep -qF -e "$2"; }
is 'has the pages of the path and those around it, no others' test "$(cd $at && echo *.html)" = 'beta.html bibliography.html index.html opening.html'
is 'no link of them is dead' test -z "$(dead)"
is 'a chapter keeps its number' has $at/beta.html '<p class="eyebrow">Chapter 2</p>'
is 'a figure too' has $at/beta.html 'Figure 2.1'
is 'the chapter before it is the one before it on the path' has $at/beta.html '<a rel="prev" href="opening.html">'
is 'a chapter that is not here is named with its title' has $at/beta.html 'Chapter 1, <em>Alpha</em>, of the whole book'
is 'once a page' test "$(grep -o 'Chapter 1, <em>' $at/beta.html | wc -l)" = 1
is 'a section of it by that' has $at/beta.html 'then § 1.1, then Chapter 1 again'
is 'a section of a second page too' has $at/beta.html 'It is deep: § A2.1 of the whole book.'
is 'other words stay words' has $at/beta.html 'of the whole book">the list</span>'
is 'the menu has no other chapter' sh -c "! grep -q 'Alpha</a>' $at/beta.html"
is 'the index page says what this is' has $at/index.html 'This is the path alone: 1 of the 2 chapters'
is 'a search finds pages that are here' sh -c "grep -q '\"beta\"' $at/search-data.js && ! grep -q '\"alpha\"\\|beta-more' $at/search-data.js"
sed 's/^alpha$/alpha path/' book/contents >new && mv new book/contents
builds path
is 'a page more when the contents say so' test -f $at/alpha.html
tree
whole() { make path >/dev/null 2>&1 && [ -f $at/wmma.html ] && [ ! -f $at/async.html ] && [ -z "$(dead)" ]; }
is 'this book, too, has no dead link' whole
