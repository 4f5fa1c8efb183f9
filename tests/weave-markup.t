#!/bin/sh
# A chapter that leaves a div open, brings mark-up of its own or asks for what the book does
# not have is refused by line.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 9
cp chapters/beta.md whole.md
wrong() { cp whole.md chapters/beta.md && printf '\n%s\n' "$1" >>chapters/beta.md; shift; refuses "$1" build/book/beta.html; }
at=$(($(wc -l <chapters/beta.md) + 2))
is 'an open div' wrong '::: {.exercise title="T"}' "chapters/beta.md:$at: “::: {.exercise title=\"T\"}” is never closed"
is 'one closed twice' wrong ':::' "chapters/beta.md:$at: this closes no div"
is 'a script' wrong '<script>alert(1)</script>' "chapters/beta.md:$at: “<script>"
is 'a script within a line' wrong 'Here <script>is</script> one.' "chapters/beta.md:$at: “<script>"
is 'a span of no kind' wrong 'It is [2]{.numb}.' "chapters/beta.md:$at: the book has no span of class “numb”"
is 'a figure that draws nothing' wrong "$(printf '::: {.figure #fig:x}\nA caption.\n:::')" "chapters/beta.md:$at: a figure names its drawing"
is 'an exercise without what it needs' wrong "$(printf '::: {.exercise #ex:x minutes=5 title="T"}\nDo.\n:::')" "chapters/beta.md:$at: an exercise says what it needs and how long"
is 'one that needs what nobody knows' wrong "$(printf '::: {.exercise #ex:x needs="abacus" minutes=5 title="T"}\nDo.\n:::')" "chapters/beta.md:$at: needs=abacus: an exercise needs paper, records, lens, nvcc or gpu"
cp whole.md chapters/beta.md
printf '\n~~~\n::: {.exercise}\n~~~\n' >>chapters/beta.md
is 'what stands in code is no mark-up' builds build/book/beta.html
