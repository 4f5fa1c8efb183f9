#!/bin/sh
# Listings hold the program's own lines: no markers, folded where asked, marked where new.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 17
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
edit chapters/beta.md 's/since="[^"]*"/since="alpha:place the thread"/'
is 'a listing of which most is new' builds build/book/beta.html
isnt 'has no marks' grep -q '<mark>' build/book/beta.html
is 'but says so' grep -q '<span class="since">most lines differ from alpha.cu</span>' build/book/beta.html

fixture
edit chapters/alpha.md 's/#lst:slow region="one thread, one result" .folded/#lst:slow region="one thread, one result" fold="place the thread"/'
is 'a listing with lines that can be folded' builds build/book/alpha.html
first=$(grep -n 'const int row' code/alpha.cu | cut -d : -f 1)
tr '\n' '@' <build/book/alpha.html >flat
is 'has a line that opens them, and says where else they stand' grep -q "<label class=\"fold\"><input type=\"checkbox\" />place the thread, lines $first to $((first + 1)), Listing.1.2</label>@<span class=\"folded\"><b data-n=\"$first\">" flat
listing alpha lst:slow >slow
is 'all lines are there, in order' test "$(grep -c . slow)" = 14
edit chapters/alpha.md 's/fold="place the thread"/& since="alpha:place the thread"/; s/#lst:place region="place the thread"/#lst:place region="one thread, one result" since="beta" fold="place the thread"/'
builds build/book/alpha.html
tr '\n' '@' <build/book/alpha.html >flat
is 'marks and folds do not cross' grep -q '<span class="folded"><mark><b data-n="[0-9]*"></b> [^@]*@<b data-n="[0-9]*"></b> [^@]*@</mark></span>' flat
edit chapters/alpha.md 's/fold="place the thread"/fold="place it"/'
is 'what is no region inside it cannot be folded' refuses 'fold= names “place it”, which is no region inside “one thread, one result”' build/book/alpha.html
