#!/bin/sh
# A page leads to the chapters before and after it, and its sidebar draws each share of the
# library as a line of that length.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 8
builds book
page() { tr '\n' ' ' <build/book/$1.html; }
is 'the first chapter has none before it' sh -c '! grep -q "rel=\"prev\"" build/book/opening.html'
is 'before the second stands the first' sh -c "grep -o '<a[^>]*rel=\"prev\"[^>]*>' build/book/alpha.html | grep -q 'href=\"opening.html\"'"
is 'and after it the third' sh -c "grep -o '<a[^>]*rel=\"next\"[^>]*>' build/book/alpha.html | grep -q 'href=\"beta.html\"'"
is 'the index leads to the first' sh -c "grep -o '<a[^>]*rel=\"next\"[^>]*>' build/book/index.html | grep -q 'href=\"opening.html\"'"
share() { sed -n "s/.*<a href=\"$1.html\"[^>]*>[^<]* <span class=\"share\">\([0-9.]*\).*--share:\([0-9.]*%\).*/\1 \2/p" build/book/index.html | head -n 1; }
is 'a share is of the library, not of the ceiling' [ "$(share beta)" = '10 8.3%' ]
is 'small ones have a digit more' [ "$(share alpha)" = '1 0.8%' ]
sed 's/,50000,49500,50500,12,1,/,4000,3960,4040,12,1,/; s/^\(fast,4096.*,12,\)0.1,0.1,0.1/\11.25,1.25,1.25/' data/nvidia-h200/beta.csv >new && mv new data/nvidia-h200/beta.csv
builds book
is 'and one far beyond the library is drawn in full' [ "$(share beta)" = '125 100.0%' ]
is 'the style sheet draws a share at that width' grep -q '^\.rung {.* 0 / max(var(--share), 2px) 100% no-repeat' book/style.css
