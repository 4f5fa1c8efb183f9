#!/bin/sh
# Two builds from clean are the same, byte for byte, wherever the tree stands.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 4
is 'first build' builds book
mv build first
mkdir elsewhere
for room in Makefile book chapters code data plots; do mv "$room" elsewhere; done
is 'second build, in another folder and a locale without UTF-8' sh -c 'LC_ALL=C make -C elsewhere book >said 2>&1'
isnt 'of which no tool complains' grep -q warning said
is 'the pages do not differ' diff -r first/book elsewhere/build/book
