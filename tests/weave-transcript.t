#!/bin/sh
# A recorded run is shown whole, or the lines that are asked for, in that order, and it says so.
. "$(dirname "$0")/lib/book.sh"
fixture
shown() { sed -n '/class="transcript"/,/<\/pre>/p' build/book/alpha.html | sed 's/<\/pre>.*//; s/<[^>]*>//g' | grep .; }
asking() { sed -i "s/^~~~ {.transcript file=\"alpha-verify\".*/~~~ {.transcript file=\"alpha-verify\" lines=\"$1\"}/" chapters/alpha.md; }
plan 7
is 'the page builds' builds book
is 'it shows all' [ "$(shown | grep -c 'ok$\|^\$ ')" = 3 ]
asking 1,3-3
is 'lines and ranges' builds book
is 'show those' [ "$(shown | tr -s ' ')" = '$ build/bin/alpha verify
cublas 64 sizes ok' ]
is 'and are told' grep -q 'Lines 1, 3 to 3 of a recorded run' build/book/alpha.html
asking 2-x
is 'what is no range stops the build' refuses 'lines= takes numbers and ranges, as in 1,4-8' book
asking 9-12
is 'so do lines that are not there' refuses 'has no lines 9-12' book
