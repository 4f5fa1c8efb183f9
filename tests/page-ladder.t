#!/bin/sh
# A page leads to the chapters before and after it, and its sidebar draws each share of the library as a line of that
# length, which may pass the tick at all of it. The index has them in order, a list for each precision, with what is planned.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 13
builds book
page() { tr '\n' ' ' <build/book/$1.html; }
is 'the first chapter has none before it' sh -c '! grep -q "rel=\"prev\"" build/book/opening.html'
is 'before the second stands the first' sh -c "grep -o '<a[^>]*rel=\"prev\"[^>]*>' build/book/alpha.html | grep -q 'href=\"opening.html\"'"
is 'and after it the third' sh -c "grep -o '<a[^>]*rel=\"next\"[^>]*>' build/book/alpha.html | grep -q 'href=\"beta.html\"'"
is 'the index leads to the first' sh -c "grep -o '<a[^>]*rel=\"next\"[^>]*>' build/book/index.html | grep -q 'href=\"opening.html\"'"
share() { sed -n "s/.*<a href=\"$1.html\"[^>]*>[^<]* <span class=\"share\">\([0-9.]*\).*--share:\([0-9.]*\).*/\1 \2/p" build/book/index.html | head -n 1; }
is 'a share is of the library, not of the ceiling' [ "$(share beta)" = '10 10' ]
is 'small ones have a digit more' [ "$(share alpha)" = '1 1' ]
sed 's/,50000,49500,50500,12,1,/,4000,3960,4040,12,1,/; s/^\(fast,4096.*,12,\)0.1,0.1,0.1/\11.25,1.25,1.25/' data/nvidia-h200/beta.csv >new && mv new data/nvidia-h200/beta.csv
builds book
is 'one beyond the library is longer than the library' [ "$(share beta)" = '125 125' ]
is 'and has room' test "$(grep -c '<nav class="toc"[^>]* style="--longest:130"' build/book/index.html)" = 1
is 'the style sheet draws a share at that width' grep -q '^\.rung {.* 0 / max(100% / var(--longest) \* var(--share), 2px)' book/style.css
is 'and the tick at 100' grep -q '^\.rung {.*--full: calc(100% / var(--longest) \* 100);.*var(--full) / 1px 100%' book/style.css
printf '\n::: ladder\n:::\n' >>chapters/index.md
echo 'part Tiles' >contents && cat book/contents >>contents && printf 'planned Swizzles\npart Reference\nplanned A poster\n' >>contents && mv contents book/contents
edit chapters/beta.md 's/^rung:/inputs: half\n&/'
builds book
ladder() { page index | sed 's/.*<section class="ladder"//; s/<\/section>.*//' | grep -o "$1"; }
is 'a list for each precision' test "$(ladder '<h3>[^<]*' | tr -d '\n')" = '<h3>FP32<h3>Tensor cores, half precision'
is 'in order, with the shares' test "$(ladder 'href="[^"]*"\|class="rung" style="[^"]*"' | tr -d '\n')" = 'href="alpha.html"class="rung" style="--share:1"href="beta.html"class="rung" style="--share:125"'
is 'and what is planned for a part with rungs' test "$(ladder 'planned"><span>[^<]*')" = 'planned"><span>Swizzles'
