#!/bin/sh
# Two makes at once both make the book.
. "$(dirname "$0")/lib/book.sh"
command -v flock >/dev/null || { echo '1..0 # SKIP no flock here'; exit 0; }
fixture
plan 6
for try in 1 2 3; do
    rm -rf build
    make book >first 2>&1 &
    make book >said 2>&1
    second=$?
    wait $!
    is "the first, try $try" [ $? -eq 0 ]
    is "the second, try $try" [ $second -eq 0 ]
done
