#!/bin/sh
# A reference to nothing, and a label given twice, fail the build.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 5
builds book
is 'a reference crosses pages' grep -q 'href="alpha.html#lst:slow">Listing.1.1</a>' build/book/beta.html
edit chapters/beta.md 's/@lst:slow/@lst:slower/'
is 'no such label' refuses "$(at chapters/beta.md @lst:slower): @lst:slower refers to nothing in the book" build/book/beta.html
edit chapters/beta.md 's/@lst:slower/@ch:gamma/'
is 'no such chapter' refuses "$(at chapters/beta.md @ch:gamma): @ch:gamma refers to nothing in the book" build/book/beta.html
edit chapters/beta.md 's/@ch:gamma/@nobody2020/'
is 'no such source' refuses "$(at chapters/beta.md @nobody2020): @nobody2020 is not in book/references.bib" build/book/beta.html
edit chapters/alpha.md 's/#tbl:alpha-counters/#tbl:alpha/; s/@tbl:alpha-counters/@tbl:alpha/'
is 'a label given twice' refuses 'the label tbl:alpha is there twice' build/book/alpha.html
