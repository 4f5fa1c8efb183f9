#!/bin/sh
# On the reference card a false claim fails the build, by line and with the value.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 5
is 'a true claim stands' builds build/book/beta.html
edit chapters/beta.md 's/min=8/min=11/'
is 'below its least value' refuses "$(at chapters/beta.md min=11): the claim “ten times” wants between 11 and 12, but on Fixture card it is 10.00" build/book/beta.html
edit chapters/beta.md 's/min=11 max=12/max=9/'
is 'above its greatest' refuses 'wants at most 9, but on Fixture card it is 10.00' build/book/beta.html
edit chapters/beta.md 's/ max=9//'
is 'one that claims nothing' refuses 'a claim needs min= or max=' build/book/beta.html
edit chapters/beta.md "s/\]{.claim of=beta over=alpha}/]{.claim expr=\"gflops \/ gflops{of='alpha'}\" min=11}/"
is 'one about a sum' refuses 'wants at least 11, but on Fixture card it is 10.00' build/book/beta.html
