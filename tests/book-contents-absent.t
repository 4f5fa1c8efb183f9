#!/bin/sh
# A chapter that book/contents names but nobody wrote is refused by file and line.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 3
echo gamma >>book/contents
is 'names the line of book/contents' refuses "$(at book/contents gamma): the chapter gamma is not there" book
is 'builds no page' test ! -e build/book/alpha.html
echo alpha >book/contents; echo alpha >>book/contents
is 'refuses a chapter that comes twice' refuses "$(last book/contents): the chapter alpha is there already" book
