#!/bin/sh
# A figure typed into the prose is refused; sizes, sums and vouched-for figures are not.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 18
try() { printf -- '---\ntitle: T\n---\n\n%s\n' "$1" >chapters/opening.md; }
while read -r bad; do
    try "$bad"
    is "rejects: $bad" refuses "$(last chapters/opening.md): “" build/book/opening.html
done <<'END'
It reaches 51.4 TFLOP/s there.
It reaches 528 GFLOP/s there.
Copies run at 4.3 TB/s.
Copies run at 900 GB/s.
It is 12x faster.
It is 9.4 × faster.
It is 12 times as fast.
It gets 12 % of the library.
It gets 12 per cent of the library.
> Even in a quotation: 12 GB/s.
A note.^[It moves 12 MB/s.]
END
while read -r good; do
    try "$good"
    is "accepts: $good" builds build/book/opening.html
done <<'END'
A matrix of 4096 × 4096, a tile of 64x64, size 64x33x17.
It takes [4.8 TB/s]{.given by="made-up"} to feed.
The code says `12 GB/s` and $3 \times 4$.
It is [12 times]{.claim of=beta over=alpha min=8} faster.
[2*3]{.num} times as many.
Half of the time, 20 per cent more.
Chapter 12 of the 64 threads, 100 % sure.
END
