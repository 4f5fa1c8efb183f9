#!/bin/sh
# A term links to the glossary where a chapter uses it first: once, in running text, and a
# quiet one only where it is marked.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 16
cat >chapters/glossary.md <<'END'
---
title: Glossary
short: Glossary
---

[warp]{#term-warp .term forms="warps"}
:   32 threads.
    A lane is one of them (@ch:alpha).

[lane]{#term-lane .term forms="lanes"}
:   A place in a warp.

[shared memory]{#term-shared-memory .term}
:   Memory of a block.
    *Scratchpad.*

[memory]{#term-memory .term}
:   Where numbers are (@sec:who).

[memory bus]{#term-memory-bus .term}
:   Where they pass.

[step]{#term-step .term .quiet forms="steps"}
:   One multiply-add.

A warp and a lane.
END
cat >chapters/opening.md <<'END'
---
title: Opening
short: Opening
---

## A warp has lanes {#first}

`warp`, [lanes](alpha.html) and $lane$ are not prose, nor is

    warp lane

::: {.aside}
But of two *warps* the first warp, with
the shared
memory, is: a memory bus, each warp's memory, each memory.
:::

- A step is quiet. A [step]{.term} is meant, another [step]{.term} too.
- Sidelanes, a lane-wise sum, and at last a lane.
- A lane.
END
echo glossary >>book/contents
builds build/book/opening.html build/book/glossary.html build/book/alpha.html
page=build/book/opening.html
text() { sed -n '/<main/,/<\/main>/p' "$1" | tr '\n' ' '; }
links() { text $page | grep -o "<a href=\"glossary.html#term-$1\"[^>]*>[^<]*</a>" >said; }
once() { links "$1" && [ "$(sed 's/<[^>]*>//g' said)" = "$2" ]; }
is 'the first use of a term links to it, in any of its forms' once warp warps
is 'emphasised or not' sh -c "tr '\n' ' ' <$page | grep -q '<em><a href=\"glossary.html#term-warp\"'"
is 'the link says what it means' grep -q 'title="32 threads. A lane is one of them."' said
is 'a term of two words is one, over the end of a line too' once shared-memory 'shared memory'
is 'without its other names' grep -q 'title="Memory of a block."' said
is 'of which a part is a term by itself, later' once memory memory
is 'without references' grep -q 'title="Where numbers are."' said
is 'and of the longest that fits, the whole' once memory-bus 'memory bus'
is 'a longer word is another word' once lane lane
is 'a quiet term links where it is marked' links step
is 'not before' sh -c "tr '\n' ' ' <$page | grep -q 'A step is quiet. A <a href=\"glossary.html#term-step\"'"
isnt 'no heading links' sh -c "grep '<h[1-6]' $page | grep -q 'term-'"
isnt 'no code' sh -c "tr '\n' ' ' <$page | grep -o '<code[^>]*>[^/]*</code>\|<pre.*</pre>' | grep -q 'glossary.html'"
is 'no link has one inside' sh -c "grep -q '<a href=\"alpha.html\">lanes</a>' $page"
isnt 'the glossary does not link to itself' sh -c "sed -n '/<main/,/<.main>/p' build/book/glossary.html | grep -q 'href=\"glossary.html#term'"
is 'each entry has its place' sh -c "[ \$(grep -o 'id=\"term-[a-z-]*\"' build/book/glossary.html | sort -u | wc -l) = 6 ]"
