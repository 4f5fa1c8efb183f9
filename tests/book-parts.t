#!/bin/sh
# Parts of the contents stand over their chapters wherever these are listed, and the chapters of the path are marked.
. "$(dirname "$0")/lib/book.sh"
fixture
EPUBCHECK=none
export EPUBCHECK
cp "$root/CITATION.cff" .
nested
plan 12
is 'without parts' builds book
isnt 'there are none, and no path' grep -rq 'class="part"\|class="path"\|marks the path' build/book --include='*.html'
cat >book/contents <<'END'
opening unnumbered
part First & second
alpha path
part Third
beta
END
printf -- '---\ntitle: Weighed\n---\n\nText.\n' >chapters/alpha-more.md
builds page epub
is 'the sidebar has each part over its chapters' sh -c "tr '\n' ' ' <build/book/beta.html | grep -q '<ol> <li><a href=\"opening.html\">.*</ol><p class=\"part\">First &amp; second</p><ol> <li class=\"path\"><a href=\"alpha.html\">.*</ol><p class=\"part\">Third</p><ol> <li><a href=\"beta.html\"'"
is 'and says what the mark is' grep -q 'A dot marks the path' build/book/beta.html
is 'the index page has parts as sections' sh -c "tr '\n' ' ' <build/book/index.html | grep -q '</ol><h2>First &amp; second</h2><ol> <li class=\"path\"><a href=\"alpha.html\">.*<h2>Third</h2><ol> <li><a href=\"beta.html\">'"
is 'numbers go on from part to part' grep -q 'Chapter 2' build/book/beta.html
nav=build/edition/epub/OEBPS/nav.xhtml
is 'the EPUB has them around their chapters' sh -c "tr '\n' ' ' <$nav | grep -q '<li><span>First &amp;[^<]*second</span><ol><li><a href=\"alpha.xhtml\">1. [^<]*</a>.*</li></ol></li> <li><span>Third</span><ol><li><a href=\"beta.xhtml\">'"
is 'and an appendix around the second pages' grep -q '<li><span>Appendix</span><ol><li><a href="alpha-more.xhtml">A1. Weighed</a>' $nav
is 'what comes before the first part stands alone' grep -q '<ol><li><a href="index.xhtml">' $nav
is 'one file has them over their chapters' sh -c "tr '\n' ' ' <build/tiles.html | grep -q '<li class=\"division\">Third</li> <li><a href=\"#beta\">.*<li class=\"division\">Appendix</li> <li><a href=\"#alpha-more\">'"
is 'paper too' sh -c "paper=1 pandoc --lua-filter book/edition/single.lua -o build/unwanted </dev/null 2>/dev/null
    tr '\n' ' ' <build/edition/paper.html | grep -q '<li class=\"division\">Third</li> <li><a href=\"#beta\">'"
echo 'gamma pth' >>book/contents
is 'a mark that is none is refused' refuses "$(last book/contents): “pth” is no mark of a chapter" book
