#!/bin/sh
# The pages around the chapters: an index of terms, lists, the bibliography, and what a
# search looks through, which gives no answer away.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 21
cat >chapters/glossary.md <<'END2'
---
title: Glossary
short: Glossary
---

[warp]{#term-warp .term forms="warps"}
:   32 threads.

[lane]{#term-lane .term forms="lanes"}
:   A place in a warp.
END2
cat >chapters/opening.md <<'END2'
---
title: Opening & closing
short: Opening
---

Before all sections.

## Where warps come from {#origin}

Threads come in *warps*, and *not* alone. We call it [a *flock*]{.term}. "A < B" & c. [@knuth1984].

::: {.exercise #ex:one minutes=5 needs="paper" title="Count them"}
How many are there?

::: answer
Sevenhundred.
:::
:::

## Later {#later}

A lane.
END2
cat >>book/references.bib <<'END2'
@article{knuth1984,
  title = {Literate Programming}, author = {Knuth, Donald E.}, journal = {The Computer Journal}, year = {1984}
}
@misc{elsewhere, title = {A post}, author = {Nobody}, year = {2001}}
@misc{unused, title = {Never cited}, author = {Nobody}, year = {2002}}
END2
mkdir -p data/published
printf 'label,stem,card,m,n,k,precision,gflops,ratio,source,note\nnaive,alpha,X,1,1,1,fp32,1,,elsewhere,\n' >data/published/other.csv
echo glossary >>book/contents
builds book || sed "s|^|# |" said
main() { sed -n '/<main/,/<\/main>/p' "build/book/$1.html" | tr '\n' ' '; }
shows() { main "$1" | grep -qF -e "$2"; }
data=build/book/search-data.js
is 'the index tells where a term is defined' shows terms '<b><a href="opening.html#origin">Opening, Where warps come from</a></b>'
is 'and where one is used first' shows terms '<dt>lane</dt><dd><a href="glossary.html#term-lane">Glossary</a> · <a href="opening.html#later">Opening</a>'
is 'a mark makes a term of what has no entry' shows terms '<dt>a flock</dt><dd><b><a href="opening.html#origin">'
isnt 'mere emphasis does not' shows terms '<dt>not</dt>'
is 'figures are listed by what they find' sh -c "sed -n '/id=\"all-figures\"/,/id=\"all-/p' build/book/lists.html | grep -q 'alpha.html#fig:'"
is 'listings by their regions' sh -c "sed -n '/id=\"all-listings\"/,/id=\"all-/p' build/book/lists.html | grep -q 'alpha.html#lst:'"
is 'exercises with what they need' shows lists 'href="opening.html#ex:one">1</a></span> <span>Count them <span class="where">paper 5 min</span>'
is 'the bibliography has what is cited' shows bibliography 'Literate Programming'
is 'and says where' shows bibliography 'Cited in <a href="opening.html">Opening</a>.'
is 'also the sources of figures of others' shows bibliography 'Its figures are in <code>data/published/other.csv</code>.'
isnt 'nothing else' shows bibliography 'Never cited'
is 'a summary of two lines is whole' shows index '<p>The slow kernel, and why it is slow.</p>'
is 'each is in the sidebar' sh -c "for page in terms lists bibliography; do grep -q \"href=\\\"\$page.html\\\"\" build/book/alpha.html || exit 1; done"
is 'a section is a passage' grep -qF '"sec","origin","","Where warps come from","Threads come in warps, and not alone.' $data
is 'text is text' grep -qF 'A \u003c B” & c.' $data
is 'a term is one' grep -qF '"term","term-warp","","warp","32 threads."' $data
is 'an exercise is one' grep -qF '"ex","ex:one","1","Count them","How many are there?"' $data
isnt 'its answer is not' grep -q Sevenhundred $data
isnt 'nor are the sources' grep -q 'Literate Programming' $data
cp -p $data before
edit chapters/opening.md 's/Before all/Ahead of all/'
builds book || sed "s|^|# |" said
is 'an edit is found' sh -c "! cmp -s before $data && grep -q 'Ahead of all sections' $data"
isnt 'and makes no other page anew' grep -q 'book/terms.html\|book/lists.html\|book/bibliography.html' said
