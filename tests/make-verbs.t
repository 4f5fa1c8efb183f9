#!/bin/sh
# help lists the verbs, doctor says what is missing, clean spares the records.
. "$(dirname "$0")/lib/book.sh"
. "$(dirname "$0")/lib/tree.sh"
tree
plan 21
make help >said 2>&1
for verb in book verify measure profile tune lens single test new serve doctor setup clean help; do
    is "help has $verb" grep -q "^  make $verb  *[a-z]" said
done
mkdir -p build && : >build/x
records=$(find data -type f | wc -l)
make clean >said 2>&1
is 'clean removes build/ and spares data/' test ! -e build -a "$(find data -type f | wc -l)" = "$records"
make measure C=nosuch >said 2>&1
is 'a program that is not there: exit 2' [ $? = 2 ]
is 'and its name, beside those that are' grep -q "no program for 'nosuch'; there are .*naive" said
make test T=typo >said 2>&1
is 'a test that is not there: exit 2, nothing made' [ $? = 2 -a ! -e build ]
is 'and its name, beside those that are' grep -q "no test is called 'typo'; there are .*make-verbs" said
makes_book() { make -n test "T=$1" 2>/dev/null | grep -q 'sh book/prepare.sh'; }
is 'test makes the book for a test that says it needs it' makes_book page-alt
isnt 'and for no other' makes_book bench-plan
