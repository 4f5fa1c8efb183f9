#!/bin/sh
# The book to carry away: one file, an EPUB, slides; each whole, with the answers where they
# belong, and no link that leads nowhere.
. "$(dirname "$0")/lib/book.sh"
fixture
command -v xmllint >/dev/null 2>&1 || { echo '1..0 # SKIP no xmllint here; `make setup` installs it'; exit 0; }
cp "$root/CITATION.cff" .
nested
plan 38
EPUBCHECK=none
export EPUBCHECK
cat >drawings/alpha-steps.lua <<'END'
return function(d)
  d:step('First.', function() d:text(0, 40, 'moves') end, {key = true})
  d:step('Second.', function() d:rect(0, 60, 20, 20, {role = 'A', tone = 'solid'}) end, {key = true})
  d:rect(0, 90, 20, 20, {role = 'C'})
end
END
printf '\n::: {.figure #fig:steps draw=alpha-steps}\nIt moves.\n:::\n' >>chapters/alpha.md
make page epub slides >said 2>&1
one=build/tiles.html
# Every #fragment of a file is an id in it, and no id is there twice.
whole() {
    grep -o 'href="#[^"]*"\|url(#[^)]*)' "$1" | sed 's/.*#\(.*\)[")]$/\1/' | sort -u >wanted
    grep -o ' id="[^"]*"' "$1" | sed 's/ id="\(.*\)"/\1/' | sort >there
    [ -z "$(uniq -d there)" ] && [ -z "$(sort -u there | comm -23 wanted -)" ]
}
is 'one file has all' sh -c "for id in index alpha beta opening bibliography lists; do grep -q \"id=\\\"\$id\\\"\" $one || exit 1; done"
is 'its links lead to places in it, each there once' whole $one
isnt 'and to no other page' grep -q 'href="[a-z]*\.html' $one
isnt 'it asks for no other file' grep -qE '(src|href)="[^#h"][^"]*\.(css|js|svg)|<link' $one
is 'answers stay where they are' sh -c "grep -c '<details class=\"answer\">' $one | grep -qx 1"
is 'the book on paper has them at the end' sh -c "paper=1 pandoc --lua-filter book/edition/single.lua -o build/unwanted </dev/null 2>/dev/null
    ! grep -q '<details' build/edition/paper.html && grep -q 'id=\"answers--alpha-ex:guess\"' build/edition/paper.html"
is 'its links are whole' whole build/edition/paper.html
is 'its first page shows the nested tiles' sh -c "tr '\n' ' ' <build/edition/paper.html | grep -q '<header class=\"title-page\"[^>]*><svg class=\"draw\".*<h1>'"
key() { tr '\n' ' ' <"$1" | grep -o '<div class="key">.*' | grep -q "$2"; }
is 'a player is there as its key steps, drawn in full' key build/edition/paper.html '<g><g class="t"><text[^>]*>moves</text></g></g>.*First.*<path .*Second'
isnt 'and not as what moves' grep -q '<use\|class="steps"' build/edition/paper.html
isnt 'a hatch is drawn, for a pattern prints as a coarse picture' grep -q '<pattern\|fill="url' build/edition/paper.html
# inside FILE: the marks of its hatches lie within their grounds, and there are some.
inside() {
    grep -o '<path[^>]* d="M0 60h20v20h-20z"/><path[^>]*>' "$1" | sed 's/.* d="\([^"]*\)".*/\1/; s/[MLz]/ /g' |
        awk '{ for (i = 1; i < NF; i += 2) { n++; if ($i < 0 || $i > 20 || $(i + 1) < 60 || $(i + 1) > 80) out++ } } END { exit !n || out }'
}
is 'each mark inside its shape' inside build/edition/paper.html
printf 'alpha--fig:alpha-sizes\t17\nalpha\t16\n' >build/edition/places.tsv
paper=1 pandoc --lua-filter book/edition/single.lua -o build/unwanted </dev/null 2>/dev/null
is 'references to other chapters say the page' grep -q 'alpha--fig:alpha-sizes">Figure.1.1</a>.<span class="page">(p..17)' build/edition/paper.html
is 'and so does the contents' grep -q 'href="#alpha">.*<span class="page">16</span>' build/edition/paper.html
isnt 'references within a chapter do not' sh -c "sed -n '/id=\"part-alpha\"/,/id=\"part-beta\"/p' build/edition/paper.html | grep 'alpha-sizes\">Figure' | grep -q 'class=\"page\"'"

epub=build/edition/epub/OEBPS
is 'the EPUB is packed, its kind first' sh -c "unzip -l build/tiles.epub 2>/dev/null | awk '\$4 == \"mimetype\" { exit !(NR == 4) }'"
is 'with a cover that readers show' sh -c "grep -q 'href=\"cover.png\" media-type=\"image/png\" properties=\"cover-image\"' $epub/content.opf &&
    [ \$(od -An -tu1 -j16 -N8 $epub/cover.png | awk '{ print \$3 * 256 + \$4 \"x\" \$7 * 256 + \$8 }') = 1000x1600 ]"
is 'and with the colours of the book' grep -q 'stroke="#0069a6"' $epub/alpha.xhtml
isnt 'which are said in full' grep -rq currentColor $epub
isnt 'hatches are drawn there too' grep -q '<pattern\|fill="url' $epub/alpha.xhtml
is 'inside their shapes' inside $epub/alpha.xhtml
is 'its pages are XML' xmllint --noout $epub/alpha.xhtml $epub/index.xhtml $epub/nav.xhtml $epub/answers.xhtml $epub/content.opf
is 'formulas are MathML' grep -q '<math display="inline" xmlns="http://www.w3.org/1998/Math/MathML">' $epub/alpha.xhtml
is 'a player is there as its key steps' key $epub/alpha.xhtml '<text[^>]*>moves</text></g></g>.*First.*<path .*Second'
is 'drawings are SVG' grep -q '<svg [^>]*xmlns="http://www.w3.org/2000/svg"' $epub/alpha.xhtml
is 'each once, and a key step' sh -c "[ \$(grep -o '<svg' $epub/alpha.xhtml | wc -l) = \$(grep -o 'class=\"drawing\"\|class=\"key\"' $epub/alpha.xhtml | wc -l) ]"
isnt 'colours are colours' grep -rq 'var(' $epub
is 'the answer stands at the end' grep -q 'href="alpha.xhtml#ex.guess"' $epub/answers.xhtml
isnt 'and nowhere else' grep -q 'You are right if' $epub/alpha.xhtml
is 'ids have no colon' sh -c "! grep -o ' id=\"[^\"]*\"' $epub/*.xhtml | grep ' id=\"[^\"]*:'"
cp build/tiles.epub first.epub
make epub >said 2>&1
is 'the same book makes the same file' cmp -s first.epub build/tiles.epub

deck=build/slides/alpha.html
is 'a deck begins with what the chapter is about, and the speaker with its first words' sh -c "sed -n '/id=\"slide-1\"/,/<\/section>/p' $deck | tr '\n' ' ' |
    grep -q '<h1>One thread, one result</h1><p>The slow kernel, and why it is slow.</p>.*<aside [^>]*><p>The slow kernel reaches'"
is 'the head of a figure is what it proves' sh -c "tr '\n' ' ' <$deck | grep -q '<h2>It moves.</h2>' && ! grep -q '<figcaption' $deck"
is 'has the predictions' grep -q 'class="predict"' $deck
is 'figures' grep -q 'id="fig:alpha-sizes"' $deck
is 'a listing' grep -q 'class="slide program"' $deck
is 'an exercise, its answer with the notes' sh -c "tr '\n' ' ' <$deck | grep -q 'Count the loads.*<aside class=\"said\"[^>]*>[^<]*<p>You are right if'"
is 'and the chapter it names, or none' refuses 'C=other: no chapter' slides C=other
