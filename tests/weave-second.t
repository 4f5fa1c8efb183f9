#!/bin/sh
# chapters/<stem>-more.md is the second page of a chapter: its defaults are the chapter's, its numbers A1.1, A1.2, …;
# links lead both ways; it says the first page's facts and its own; whatever shows chapters shows it in its place.
. "$(dirname "$0")/lib/book.sh"
fixture
EPUBCHECK=none
export EPUBCHECK
cp "$root/CITATION.cff" .
nested
plan 31
printf '\n//> the deep end\nint deep;\n//< the deep end\n' >>code/alpha.cu
printf '\nSee @sec:deep, @fig:deep-sizes, @lst:deep and @ex:deep. It is [a hundred times]{.hundredfold}.\n' >>chapters/alpha.md
printf 'set both = %s\nhundredfold = spread(gflops both), min=50, max=200\n' "'slow', 'cublas'" >chapters/alpha.facts
cat >chapters/alpha-more.md <<'END'
---
title: One thread, weighed
short: Weighed
summary: What one thread costs.
---

## What it costs {#sec:deep}

It has [gflops]{.num}, [as said]{.hundredfold}, and [own]{.num}; see @sec:who, @lst:slow and @ch:beta.

::: {.figure #fig:deep-sizes plot=alpha-sizes}
A deeper look. It is flat.
:::

~~~ {.cuda #lst:deep region="the deep end"}
~~~

::: {.exercise #ex:deep title="A second sum" needs="paper" minutes=5}
Count the stores.

::: answer
One.
:::
:::
END
echo "own = gflops 'cublas' / max(gflops both), digits=2" >chapters/alpha-more.facts
printf '\nAs @sec:deep says.\n' >>chapters/beta.md
is 'the pages build' builds book build/labels/_covered
one=build/book/alpha.html two=build/book/alpha-more.html
has() { sed "s/$(printf '\302\240')/ /g" "$1" | tr '\n' ' ' | grep -qF -e "$2"; }
is 'its numbers are those of an appendix' has $two '<b>Figure A1.1.</b>'
is 'so are those of its listings, which are of the chapter' has $two '<b>Listing A1.1.</b> <span class="where">alpha.cu:'
is 'and of its exercises' has $two 'Exercise A1.1</span> A second sum'
is 'its head names the chapter' has $two '<p class="eyebrow">Chapter 1, further</p>'
is 'the first page leads to its sections, and says where that is' has $one '<a href="alpha-more.html#sec:deep" title="What it costs">§ A1.1</a>'
is 'to its figures, listings and exercises' has $one '<a href="alpha-more.html#fig:deep-sizes">Figure A1.1</a>, <a href="alpha-more.html#lst:deep">Listing A1.1</a> and <a href="alpha-more.html#ex:deep">Exercise A1.1</a>'
is 'another chapter to it too' has build/book/beta.html 'href="alpha-more.html#sec:deep"'
is 'and the second page to the first' has $two '<a href="alpha.html#sec:who" title="Who asks for what?">§ 1.1</a>, <a href="alpha.html#lst:slow">Listing 1.1</a>'
is 'the first page ends with a link to it' has $one '<p class="further">Further on this chapter: <a href="alpha-more.html">One thread, weighed</a></p>'
is 'next comes the next chapter' grep -q 'rel="next" href="beta.html"' $one
is 'from the second page as well' grep -q 'rel="next" href="beta.html"' $two
is 'and back is the first' grep -q 'rel="prev" href="alpha.html"' $two
isnt 'to which the next chapter goes back' grep -q 'rel="prev" href="alpha-more.html"' build/book/beta.html
is 'the sidebar has it under its chapter' has $one '<ol class="more"><li><a href="alpha-more.html">Weighed</a>'
is 'with its sections, on itself' has $two '<a href="alpha-more.html" aria-current="page">Weighed</a><ol><li><a href="#sec:deep">'
isnt 'and nowhere else' grep -q '<ol class="more">' build/book/beta.html
is 'the index page has it' has build/book/index.html '<p>Further: <a href="alpha-more.html">One thread, weighed</a></p>'
is 'the lists have it' has build/book/lists.html '<a aria-label="Figure A1.1" href="alpha-more.html#fig:deep-sizes">A1.1</a></span> <span>A deeper look.'
is 'the search has it' grep -qF '"fig","fig:deep-sizes","A1.1","A deeper look."' build/book/search-data.js

make page epub slides site URL=https://example.org/tiles >said 2>&1
is 'in one file it comes after the chapters' sh -c "[ \"\$(grep -o 'id=\"part-[a-z-]*\"' build/tiles.html | sed -n '1,/alpha-more/p' | tail -n 2 | tr -d '\n')\" = 'id=\"part-beta\"id=\"part-alpha-more\"' ]"
is 'in the EPUB too' sh -c "grep -o 'idref=\"p-[a-z-]*\"' build/edition/epub/OEBPS/content.opf | grep -A 1 'p-beta' | grep -q 'p-alpha-more'"
isnt 'a lecture is of the first page' test -e build/slides/alpha-more.html
isnt 'and so is the feed' grep -q alpha-more build/site/feed.xml
is 'the site has the page, and its map' sh -c 'test -e build/site/alpha-more.html && grep -q alpha-more.html build/site/sitemap.xml'

echo 'idle = 1' >>chapters/alpha-more.facts
is 'what it does not say is no fact of it' refuses 'chapters/alpha-more.facts:2: nothing says the fact idle' $two
echo "hundredfold = 1" >chapters/alpha-more.facts
is 'no name is there on both pages' refuses 'chapters/alpha-more.facts:1: the name hundredfold is there already' $two
echo "own = gflops 'cublas' / max(gflops both), digits=2" | tee chapters/alpha-more.facts >>chapters/alpha.facts
rm chapters/alpha-more.facts
is 'the first page says its own facts' refuses 'chapters/alpha.facts:3: the first page does not say the fact own' $one
edit chapters/alpha.facts '/^own/d'
edit chapters/alpha-more.md 's/, and \[own\]{.num}//'
sed -i 's/, min=50/ + nothing&/' chapters/alpha.facts
is 'a fault in a fact of the first page names its line' refuses 'chapters/alpha.facts:2: ' $two
edit chapters/alpha.facts 's/ + nothing//'
edit chapters/alpha-more.md 's/region="the deep end"/region="place the thread"/'
is 'a line that neither page shows is missing' refuses "$(at code/alpha.cu 'int deep'): no chapter shows this line" build/labels/_covered
echo alpha-more >>book/contents
is 'the contents do not list it' refuses "$(last book/contents): alpha-more would be the second page of a chapter" book
