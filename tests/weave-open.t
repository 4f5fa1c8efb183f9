#!/bin/sh
# What a chapter leaves open stands in a list with the experiment that would settle it, and on one page with that of all others.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 8
page=build/book/questions.html
builds book
is 'where nothing is open the page says so' grep -q 'No chapter leaves a question open' $page
cat >>chapters/beta.md <<'END'

::: open
Why is it [fast]{.claim min=1}? See @sec:who.
:   Slow it down.

    Then count; see @fig:beta-bars.

Is *it* fast?
:   Measure.
:::
END
builds book
has() { tr '\n' ' ' <"$1" | sed "s/$(printf '\302\240')/ /g" | grep -qF -e "$2"; }
is 'a question stands with its experiment' has build/book/beta.html '<li id="open-1"> <p>Why is it fast? See <a href="alpha.html#sec:who" title="Who asks for what?">§ 1.1</a>.</p> <p>Slow it down.</p> <p>Then count;'
is 'and the next behind it' has build/book/beta.html '<li id="open-2"> <p>Is <em>it</em> fast?</p> <p>Measure.</p> </li>'
is 'the page has both, under their chapter' has $page '<h2 id="open-beta">2 Beta<'
is 'with their links' has $page 'Then count; see <a href="beta.html#fig:beta-bars">Figure 2.1</a>'
is 'and the way to it' has $page '<p>In <a href="beta.html#open-1">Thirty-two lanes, one question</a>.</p>'
is 'the sidebar leads to the page' grep -q '<a href="questions.html">Open questions</a>' build/book/alpha.html
printf '\n::: open\nWhy is it fast?\n:::\n' >>chapters/beta.md
is 'a question without an experiment is refused' refuses "$(last chapters/beta.md | sed 's/.*://' | awk '{ print "chapters/beta.md:" $1 - 1 }'): an open question is a line" build/book/beta.html
