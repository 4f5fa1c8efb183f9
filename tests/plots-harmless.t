#!/bin/sh
# A plot draws: it starts no program and does not draw for ever.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 6
cp plots/alpha-sizes.gp whole.gp
wrong() { { cat whole.gp; echo "$1"; } >plots/alpha-sizes.gp; refuses "$2" build/book/alpha.html; }
is 'no program by name' wrong 'x = system("touch gone")' 'would start a program, which no plot may'
is 'nor between backticks' wrong 'x = "`touch gone`"' 'would start a program'
is 'nor behind an exclamation mark' wrong '!touch gone' 'would start a program'
is 'nor as a file' wrong "plot '< touch gone' using 1" 'would start a program'
is 'and none was started' test ! -e gone
sed 's/timeout 60/timeout 1/' book/book.mk >new && mv new book/book.mk
if command -v timeout >/dev/null; then
    is 'an endless one is stopped' wrong 'while (1) { x = 1 }' 'plots/alpha-sizes.gp: it still draws after'
else echo 'ok 6 - an endless one is stopped # SKIP no timeout here'; fi
