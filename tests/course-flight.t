#!/bin/sh
# The clock of the unit latency: it counts what each thread waits, and a program that gets at a value
# without waiting for it gets nothing but a sentence.
unit=latency variant=flat8
. "$(dirname "$0")/lib/course.sh"
plan 20
told() { tried && grep -q "^\(counts\|public\)	0	.*$1" "$box/points"; }
waits() { awk -F '\t' '$1 == "global wait latencies" && $2 == "96x96x96" { print $3 }' "$box/counted"; }
solution() { sed "$@" "$key/solution.cu"; }

# What is counted. 96 x 96 threads, K = 96.
tried <"$key/solution.cu"
is 'loads of eight steps take one latency' test "$(waits)" = $((96 * 96 * 12))
tried <"$key/starter.cu"
is 'loads in a chain take one each' test "$(waits)" = $((96 * 96 * 192))
solution 's/landed(x\[j\]) \* landed(y\[j\])/landed(y[j]) * landed(x[j])/' | tried
is 'the order in which they land does not matter' test "$(waits)" = $((96 * 96 * 12))
solution 's/dot<8>/dot<96>/' | tried
is 'more in flight, fewer latencies' test "$(waits)" = $((96 * 96))
# Two groups in flight: each waits for half of a latency more than the one before.
solution '/^    for (; (k + STEPS <= K)/,/^    }$/c\
    flying x[8], y[8], u[8], v[8];\
    if (K >= 8)\
        for (int j = 0; j < 8; ++j, b += N) x[j] = load(a++), y[j] = load(b);\
    for (; k + 8 <= K; k += 8) {\
        const int more = k + 16 <= K;\
        if (more)\
            for (int j = 0; j < 8; ++j, b += N) u[j] = load(a++), v[j] = load(b);\
        for (int j = 0; j < 8; ++j) acc += landed(x[j]) * landed(y[j]);\
        if (more)\
            for (int j = 0; j < 8; ++j) x[j] = u[j], y[j] = v[j];\
    }' | tried
is 'the next group before this one: half as many' test "$(waits)" = $((96 * 96 * 6))

# Who has a value and did not wait.
is 'a plain load' told 'are loaded without load() of course/flight.h.*chapter latency' <<END
$(solution 's/landed(x) \* landed(y)/*a * *b/')
END
is 'no load() at all' told 'are loaded without load()' <<END
$(solution 's/flying x\[/float x[/; s/load(a + j)/a[j]/; s/= load(b);/= *b;/; s/landed(\([xy]\[j\]\))/\1/g; s/const flying x = load(a), y = \*b;/const float x = *a, y = *b;/; s/landed(x) \* landed(y)/x * y/')
END
is 'an element in two halves' told 'are loaded without load()' <<END
$(solution 's/const flying x = load(a), y = load(b);/unsigned short h[2] = {((const unsigned short *)a)[0], ((const unsigned short *)a)[1]}; float p; memcpy(\&p, h, 4); const flying y = load(b);/; s/landed(x) \* landed(y)/p * landed(y)/; s/^#include <limits.h>/&\n#include <string.h>/')
END
is 'plain loads, and a load() of shared memory for each' told 'by load() what is neither of A nor of B' <<END
$(solution 's/acc += landed(x) \* landed(y);/__shared__ float none[1024]; none[threadIdx.x] = 0; load(none + threadIdx.x); acc += *a * landed(y);/; s/const flying x = load(a), y/const flying y/')
END
is 'one that is also loaded plainly' told 'are loaded without load()' <<END
$(solution 's/landed(x) \* landed(y)/*a * *b/; s/const flying x = load(a), y = load(b);/load(a), load(b);/')
END
is 'the clock, called' told 'uses `judged_end`' <<END
$(solution 's/landed(x) \* landed(y)/judged_end(0) * landed(y)/')
END
is 'the clock, called by two halves' told 'uses `judged_end`' <<END
$(solution 's/landed(x) \* landed(y)/P(judged, _end)(0) * landed(y)/; s/^#include <limits.h>/&\n#define P(a, b) a##b/')
END
is 'a macro that keeps the value: the header has been read before' told 'should be' <<END
$(solution 's/^#include "course.flight.h"/static __device__ float kept;\n#define judged_begin(from, value) (kept = (value), judged_begin(from, value))\n&/; s/acc += landed(x) \* landed(y);/landed(y), acc += kept;/')
END
is 'a class that is open' told 'is private' <<END
$(solution 's/^#include "course.flight.h"/#define class struct\n#define private public\n&/; s/acc += landed(x) \* landed(y);/acc += x.ticket * landed(y);/')
END
is 'a clock of its own' told 'does not compile' <<END
$(solution 's/^#include "course.flight.h"/#define FLIGHT_H\ntypedef float flying;\nstatic __device__ float load(const float *p) { return *p; }\nstatic __device__ float landed(float x) { return x; }/')
END
is 'a value that was never loaded' told 'lands what it never loaded' <<END
$(solution 's/const flying x = load(a), y = load(b);/flying x; memset(\&x, 255, sizeof x); const flying y = load(b); load(a);/; s/^#include <limits.h>/&\n#include <string.h>/')
END
is 'one that is forged' told 'lands what it never loaded' <<END
$(solution 's/const flying x = load(a), y = load(b);/flying x = load(a); unsigned n; memcpy(\&n, \&x, 4); n += 2; memcpy(\&x, \&n, 4); const flying y = load(b);/; s/^#include <limits.h>/&\n#include <string.h>/')
END
is 'one of ten thousand loads ago' told 'more than 4096 loads ago' <<END
$(solution 's/const flying x = load(a), y = load(b);/const flying x = load(a); for (int i = 0; i < 5000; ++i) load(b); const flying y = load(b);/')
END
is 'threads that let another one wait' told 'threads wait for each other at [0-9]* barriers.*nothing says how long' <<END
$(solution 's/^    place<PLACE>(N, &row, &col);/&\n    __syncthreads();/')
END
tried <"$(variant_named square4; key; echo "$key/solution.cu")"
is "another variant's solution" grep -q '^public	0	.*your variant is' "$box/points"
