#!/bin/sh
# book/contents gives the order and the numbers of the chapters.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 3
answers 'in order, the preface unnumbered' chapters '- preface, 1 measuring, 2 naive, 3 coalescing'
echo tiling >>book/contents
refuses 'a chapter that is not there' chapters "$(at book/contents tiling): the chapter tiling is not there: chapters/tiling.md does not exist"
rm book/contents
refuses 'no contents' chapters 'book/contents: there is no such file'
