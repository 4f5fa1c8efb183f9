#!/bin/sh
# A drawing is made of the constants that the program says and of the trace that it asks for, and is made
# again when they change; what is not there is refused by a sentence.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 18
mkdir -p drawings data/lens/traces data/lens/tables
cat >code/tiles.cu <<'END'
enum { EDGE = 8 }; /* a side */
template <int BM, int BN,
          int BK>
__global__ void __launch_bounds__(BM) tile(int M) {}
END
table=data/lens/tables/tiles.txt
cat >$table <<'END'
wide tile<64,16,8> 64 16 8 SWEEP
tall tile<32,4,2> 32 4 2 0
plain plain 1 1 1 0
END
cat >drawings/alpha-tile.lua <<'END'
-- trace: naive kernel=naive warp=13 step=11
local draw = ...
local k = draw.constants{of = 'tiles', kernel = 'wide'}
local sectors = draw.sectors(draw.lanes(draw.trace(), {array = 'A', op = 'load'}))
return function(d)
  d:text(0, 10, ('%d by %d, %d sectors'):format(k.BM, k.BN, #sectors))
  d:tile({x = 2, y = 30, w = k.BM, h = k.BN}, 'block', {role = 'C'})
end
END
trace=data/lens/traces/alpha-tile.tsv
cp "$root/data/lens/traces/naive-access.tsv" $trace
printf '\n::: {.figure #fig:tile draw=alpha-tile}\nThe tile is wide.\n:::\n' >>chapters/alpha.md
page=build/book/alpha.html
says() { grep -qF ">$1</text>" $page; }
is 'a drawing' builds book
is 'is made of the sizes and the trace' says '64 by 16, 32 sectors'
is 'as its provenance says' grep -qF 'Drawn by drawings/alpha-tile.lua from the constants of code/tiles.cu and from data/lens/traces/alpha-tile.tsv' $page
is 'twice, for two widths' [ "$(grep -o '>64 by 16, 32 sectors<' $page | wc -l)" = 2 ]
sleep 1
edit $table 's/tile<64/tile<48/'
builds book
is 'another tile is another drawing' says '48 by 16, 32 sectors'
edit $trace "s/^naive.*load	A	11	0	44	.*/naive	23	global	load	A	11	0	560	1	12	17	0	4/"
builds book
is 'and another access, too' says '48 by 16, 31 sectors'
edit drawings/alpha-tile.lua "s/kernel = 'wide'/kernel = 'tall'/"
builds book
is 'and another kernel' says '32 by 4, 31 sectors'
edit drawings/alpha-tile.lua 's/k.BM, k.BN/k.BM, k.EDGE/'
builds book
is 'a constant of the file' says '32 by 8, 31 sectors'
edit drawings/alpha-tile.lua "s/k.EDGE/draw.found('code\/tiles.cu', 'a (s%a+)') == 'side' and 9/"
builds book
is 'or what stands in the code' says '32 by 9, 31 sectors'
edit drawings/alpha-tile.lua "s/'a (s%a+)'/'a (t%a+)'/"
is 'what does not stand there is refused' refuses 'drawings/alpha-tile.lua: code/tiles.cu: nothing there is like a (t%a+)' book
edit drawings/alpha-tile.lua "s/draw.found.* and 9/k.BN/"
edit code/tiles.cu 's/<int BM/<typename T, int BM/'
edit $table 's/tile<32/tile<__half,32/'
builds book
is 'a type among the constants is passed over' says '32 by 4, 31 sectors'
edit drawings/alpha-tile.lua "s/kernel = 'tall'/kernel = 'huge'/"
is 'an unknown kernel is refused' refuses 'drawings/alpha-tile.lua: code/tiles.cu: its table has no kernel huge' book
edit drawings/alpha-tile.lua "s/kernel = 'huge'/kernel = 'plain'/"
is 'so is an unknown constant' refuses 'code/tiles.cu: plain has no constant BM' book
edit drawings/alpha-tile.lua "s/kernel = 'plain'/kernel = 'wide'/; s/warp=13/warp=12/"
is 'so is a trace of another warp' refuses "$trace traces “naive kernel=naive warp=13 step=11”; \`make lens\` takes" book
edit drawings/alpha-tile.lua "s/warp=12/warp=13/; s/array = 'A'/array = 'D'/"
is 'so is an array that nobody touches' refuses "$trace: it has no access with array=D op=load" book
edit drawings/alpha-tile.lua "s/array = 'D'/array = 'A'/"
rm $trace
is 'so is a trace that is not there' refuses "drawings/alpha-tile.lua: $trace: there is no such trace; \`make lens\` takes it" book
edit chapters/alpha.md 's/draw=alpha-tile/draw=alpha-tiles/'
is 'so is a drawing that is not there' refuses 'chapters/alpha.md' book
is 'by name' grep -q 'there is no drawings/alpha-tiles.lua' said
