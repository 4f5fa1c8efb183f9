#!/bin/sh
# A chapter that fails leaves its last good page whole, and all its errors are named.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 6
builds book
cp build/book/alpha.html before.html
cp build/book/beta.html beta.html
edit chapters/beta.md 's/^It is/It really is/'
edit chapters/alpha.md 's/region="place the thread"/region="no such place"/; s/cublas/nobody/'
is 'the first error, by line' refuses "$(at chapters/alpha.md nobody): data/nvidia-h200/alpha.csv: it has no kernel nobody" book
is 'the second error as well' grep -q "^$(at chapters/alpha.md 'no such place'): code/alpha.cu has no region" said
is 'the page of before is whole' cmp -s before.html build/book/alpha.html
is 'and so are all others' cmp -s beta.html build/book/beta.html
is 'nothing half written is left' sh -c '! ls build/book/*.new 2>/dev/null'
edit chapters/alpha.md 's/no such place/place the thread/; s/nobody/cublas/'
is 'when it is mended they go into place' sh -c 'make book >said 2>&1 && grep -q "It really is" build/book/beta.html'
