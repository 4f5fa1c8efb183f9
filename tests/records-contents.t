#!/bin/sh
# book/contents gives the order and the numbers of the chapters.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 6
answers 'in order, the preface unnumbered' chapters '- preface, 1 measuring, 2 naive, 3 coalescing'
echo 'planned Swizzles' >>book/contents
answers 'what is planned is no chapter' chapters '- preface, 1 measuring, 2 naive, 3 coalescing'
sed 's/^measuring/part  The machine  # what it can\n& path/' book/contents >new && mv new book/contents
answers 'parts leave the order and the numbers alone' chapters '- preface, 1 measuring, 2 naive, 3 coalescing'
is 'and are told with their chapters' sh -c "awk -f '$root/book/contents.awk' book/contents | grep -q '^measuring		[0-9]*	The machine	path	$'"
echo tiling >>book/contents
refuses 'a chapter that is not there' chapters "$(at book/contents tiling): the chapter tiling is not there: chapters/tiling.md does not exist"
rm book/contents
refuses 'no contents' chapters 'book/contents: there is no such file'
