#!/bin/sh
# On the reader's own card a claim that does not hold is noted, not refused.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 5
builds book
isnt 'no note without a card of one'\''s own' grep -q 'class="note yours' build/book/beta.html
own_card
is 'the book builds all the same' builds book
is 'and says what that card says' grep -q 'note yours fails" role="note">On your Own fixture card it is <b>1.50.times</b>: this does not hold' build/book/beta.html
is 'a claim that holds is noted too' grep -q 'note yours holds' build/book/alpha.html
is 'a section for the reader'\''s own card appears' grep -q '<section class="yours"' build/book/alpha.html
