#!/bin/sh
# Two builds from clean are the same, byte for byte, wherever the tree stands.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 3
is 'first build' builds book
mv build first
mkdir elsewhere
for room in Makefile book chapters code data plots; do mv "$room" elsewhere; done
is 'second build, in another folder' builds -C elsewhere book
is 'the pages do not differ' diff -r first/book elsewhere/build/book
