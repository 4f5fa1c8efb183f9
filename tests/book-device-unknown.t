#!/bin/sh
# DEVICE= names a card that was never measured: refused, with the cards that were.
. "$(dirname "$0")/lib/book.sh"
fixture
own_card
plan 4
is 'an unknown card is refused' refuses 'DEVICE=unknown: data/ has no records of that card; it has those of nvidia-h200, own-card' book DEVICE=unknown
is 'the reader'\''s own card is taken unasked' builds book
is 'its number stands on the page' grep -q '100.GFLOP/s' build/book/alpha.html
builds book DEVICE=nvidia-h200
is 'DEVICE= chooses the other card, and the page follows' grep -q '500.GFLOP/s' build/book/alpha.html
