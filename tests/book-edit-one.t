#!/bin/sh
# An edited chapter rebuilds its own page and no other; an edited record, its readers'.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 9
rebuilt() { sed -n 's|^page *build/book/||p' said | sort | tr '\n' ' '; }
builds book
builds book
is 'nothing to do, nothing done' test -z "$(rebuilt)"
sleep 1
edit chapters/alpha.md 's/Count the loads/Count all loads/'
builds book
is 'prose: its own page only' test "$(rebuilt)" = 'alpha.html '
builds book
is 'and that only once' test -z "$(rebuilt)"
edit code/beta.cu 's/int k = 0/int  k = 0/'
builds book
is 'code: the page that shows it' test "$(rebuilt)" = 'beta.html '
edit data/nvidia-h200/counters/alpha.csv 's/95.1/94.2/'
builds book
is 'counters: the page that reads them' test "$(rebuilt)" = 'alpha.html '
edit chapters/alpha.md 's/^## Who asks/::: {.figure #fig:new plot=beta-bars}\nNew.\n:::\n\n&/'
builds book
is 'a new figure: also the pages that refer to one' test "$(rebuilt)" = 'alpha.html beta.html lists.html opening.html '
is 'whose numbers moved' grep -q 'Figure.1.2</a>' build/book/opening.html
edit chapters/beta.md 's/^short: .*/short: Second/'
builds book
is 'a new name in the sidebar: all' test "$(rebuilt)" = '404.html alpha.html beta.html bibliography.html changes.html devices.html index.html ledger.html lists.html opening.html questions.html records.html terms.html '
touch before
sleep 1
edit chapters/beta.md 's/^rung: .*/&\
inputs: float/'
builds book
is 'what a kernel takes: the tables of the figures' test build/tables/.stamp -nt before
