#!/bin/sh
# On the reader's own card a claim that does not hold is noted, not refused.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 9
builds book
isnt 'no note without a card of one'\''s own' grep -q 'class="note yours' build/book/beta.html
own_card
is 'the book builds all the same' builds book
is 'and says what that card says' grep -q 'note yours fails" role="note">On your Own fixture card it is <b>1.50.times</b>: this does not hold' build/book/beta.html
is 'a claim that holds is noted too' grep -q 'note yours holds' build/book/alpha.html
is 'a section for the reader'\''s own card appears' grep -q '<section class="yours"' build/book/alpha.html

# A card that cannot run a kernel has its record without it.
sed '/^fast,/d; s/^# end: 6/# end: 3/; s/^# date/# left-out: fast\n&/' data/own-card/beta.csv >new && mv new data/own-card/beta.csv
edit chapters/beta.md 's/@sec:who/It has [gflops]{.num}. &/'
is 'so it does where that card left out the kernel' builds book
isnt 'of whose claims nothing is said' grep -q 'note yours' build/book/beta.html
is 'whose numbers are the reference'\''s, and say so' \
    grep -q 'class="num fallback" title="data/nvidia-h200/beta.csv:[0-9]*, Fixture card; your card has no such record"' build/book/beta.html
is 'and so is its share' grep -q '^chapter	beta	.*	10	' build/labels/_sidebar.tsv
