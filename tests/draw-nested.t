#!/bin/sh
# The nested picture has the sizes of warptiling's kernel; where it lights one storey for a
# chapter, the numbers beneath are those of the chapter's own kernel.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 9
nested
echo 'slow tile<16,24,8,2,3> 16 24 8 0' >data/lens/tables/alpha.txt
cat >>code/alpha.cu <<'END'
//> omit
template <int BM, int BN, int BK, int TM, int TN>
__global__ void tile(int M) {}
//< omit
END
printf '\n::: {.figure #fig:all draw=nested}\nTiles all the way down.\n:::\n' >>chapters/index.md
printf '\n::: {.figure #fig:block draw=nested:block}\nThe tile of a block.\n:::\n' >>chapters/alpha.md
figure() { sed -n '/<figure/,/<\/figure>/p' build/book/$1.html; }
shows() { figure "$1" | grep -q "<text[^>]*>$2</text>"; }
rungs() { # that have a chapter, and no storey
    for chapter in $(grep -l '^rung:' "$root"/chapters/*.md); do
        stem=$(basename "$chapter" .md)
        sed -n '/^local BUILDS/,/}/p' "$1" | grep -qE "[{ ](\\['$stem'\\]|$stem) = '" || echo "$stem"
    done
}
is 'each rung of the book has its storey' test -z "$(rungs drawings/nested.lua)"
is 'it is drawn' builds book
is 'with the sizes of warptiling' shows index '128[^<]*×[^<]*128'
is 'of each storey' shows index '32[^<]*×[^<]*64'
is 'a storey of a chapter has the numbers of its kernel' shows alpha '16[^<]*×[^<]*24'
is 'and how many warps that makes' shows alpha '2 warps'
isnt 'and none of another kernel' shows alpha '32[^<]*×[^<]*64'
edit data/lens/tables/alpha.txt 's/tile<16/tile<32/'
builds book
is 'another tile is another number' shows alpha '32[^<]*×[^<]*24'
edit chapters/alpha.md 's/nested:block/nested:roof/'
is 'a storey that is not there is refused' refuses 'there is no storey roof' book
