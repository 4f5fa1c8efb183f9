#!/bin/sh
# Listings hold the program's own lines: no markers, folded where asked, marked where new.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 9
is 'the pages build' builds book
listing() { sed -n "/id=\"$2\"/,/<\/pre>/p" "build/book/$1.html" | sed 's/<[^>]*>//g'; }
listing alpha lst:slow >slow
is 'no marker is shown' sh -c '! grep -q "^//[<>]" slow'
is 'a folded region is one line' grep -q '^    ⟨place the thread⟩$' slow
is 'that leads to its listing' grep -q 'href="#lst:place">⟨place the thread⟩' build/book/alpha.html
is 'the listing names file and line' grep -q "$(cd code && at alpha.cu 'const int row') · place the thread" build/book/alpha.html
sed -n '/<mark>/,/<\/mark>/p' build/book/beta.html | sed 's|.*<code>||; s|</mark>.*||; s/<[^>]*>//g' | grep . >marked
is 'exactly the lines that differ are marked' test "$(sed 's/^ *//' marked | cut -c1-15 | tr '\n' '|')" = \
    '__global__ void|const int row =|const int col =|'
is 'and in words' grep -q 'marked: differs from alpha.cu' build/book/beta.html
sed 's/since="alpha"/since="beta.cu"/' chapters/beta.md >edited && mv edited chapters/beta.md
is 'a listing since a region of its own program' builds book
is 'names the region, not the file' grep -q 'marked: differs from “one thread, one result”' build/book/beta.html
