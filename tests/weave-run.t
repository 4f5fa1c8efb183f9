#!/bin/sh
# A listing says which program runs from it, and an exercise which kernel: book/play opens them.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 8
is 'the pages build' builds book
isnt 'a program without a table of kernels does not run' grep -q 'data-run' build/book/alpha.html
mkdir -p code/kernels
cat >>code/alpha.cu <<'END'
//> omit
#include "kernels/one.h"
const struct kernel kernels[] = {
    {"slow", run_slow, 1, 1, 1, 64, 0},
    {},
};
//< omit
END
printf '#include "kernels/two.h"\n' >code/kernels/one.h
printf '\n//> twice\n__device__ int twice(int x) { return 2 * x; }\n//< twice\n' | tee code/kernels/two.h >code/kernels/other.h
is 'one with a table does' builds build/book/alpha.html
is 'from the listing of its kernel' grep -q '<div class="listing" id="lst:slow" data-run="alpha">' build/book/alpha.html
for header in two other; do printf '\n~~~ {.cuda #lst:%s file="kernels/%s.h" region="twice"}\n~~~\n' $header $header >>chapters/alpha.md; done
edit chapters/alpha.md 's/#ex:guess title/#ex:guess try=slow title/'
builds build/book/alpha.html
is 'and from that of a header that it includes' grep -q 'id="lst:two" data-run="alpha" data-file="kernels/two.h">' build/book/alpha.html
is 'but of no other' grep -q 'id="lst:other">' build/book/alpha.html
is 'an exercise names a kernel' grep -q 'id="ex:guess" data-run="alpha" data-kernel="slow">' build/book/alpha.html
edit chapters/alpha.md 's/try=slow/try=quick/'
is 'which must be there' refuses 'try=quick: code/alpha.cu has no kernel of that name' build/book/alpha.html
