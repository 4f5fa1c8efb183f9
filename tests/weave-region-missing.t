#!/bin/sh
# A listing of a region that the program does not have fails; so do broken markers.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 5
edit chapters/alpha.md 's/region="place the thread"/region="place a thread"/'
is 'no such region' refuses "$(at chapters/alpha.md 'place a thread'): code/alpha.cu has no region “place a thread”; it has “one thread, one result”, “place the thread”" build/book/alpha.html
edit chapters/alpha.md 's/region="place a thread"/region="place the thread" file="none.cu"/'
is 'no such file' refuses 'none.cu' build/book/alpha.html
fixture
edit code/alpha.cu 's|^//< place the thread|//< place|'
is 'a marker that closes another region' refuses "$(at code/alpha.cu '//< place'): this closes “place”, but “place the thread” of line" build/book/alpha.html
fixture
edit code/alpha.cu '$d'
is 'a region never closed' refuses "$(at code/alpha.cu '//> one thread'): the region “one thread, one result” is never closed" build/book/alpha.html
fixture
edit chapters/alpha.md 's/^~~~ {.cuda #lst:place.*/&\nint x;/'
is 'a listing typed where a region is named' refuses 'leave it empty' build/book/alpha.html
