#!/bin/sh
# A chapter whose program was counted shows the counts, whether or not its prose asks for them.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 9
mkdir -p data/lens
sed -e 's/^naive,/slow,/' -e 's|code/naive.cu|code/alpha.cu|' "$root/data/lens/naive.csv" >data/lens/alpha.csv
tables() { grep -c '<figure class="table lens"' build/book/alpha.html; }
before() { # TEXT TEXT: the first stands before the second
    awk -v a="$1" -v b="$2" 'index($0, a) && !x { x = NR } index($0, b) && !y { y = NR }
        END { exit !(x && y && x < y) }' build/book/alpha.html
}
builds book
is 'a table of its own' test "$(tables)" = 1
is 'that says how to count again' grep -q 'make lens C=alpha</code> counts it again' build/book/alpha.html
isnt 'and none where nothing was counted' grep -q 'class="table lens"' build/book/beta.html
printf '\n## What goes wrong\n\nMuch.\n' >>chapters/alpha.md
builds book
is 'before what goes wrong' before '<figure class="table lens"' 'id="what-goes-wrong"'
printf '\n::: {.lens #tbl:mine kernels="slow"}\nMine.\n:::\n' >>chapters/alpha.md
builds book
is 'where the prose asks, only there' test "$(tables)" = 1
is 'with a number' grep -q "<b>Table 1.*</b> Mine" build/book/alpha.html
{ printf -- '---\ntitle: More\n---\n'; sed -n '/^::: {.lens/,$p' chapters/alpha.md; } >chapters/alpha-more.md
cp chapters/alpha.md whole.md
sed '/^::: {.lens/,$d' whole.md >chapters/alpha.md
builds book
is 'or on the second page' grep -q '<b>Table A1.1.*</b> Mine' build/book/alpha-more.html
is 'and then not on the first' test "$(tables)" = 0
rm chapters/alpha-more.md
cp whole.md chapters/alpha.md
edit chapters/alpha.md 's/^::: {.lens #tbl:mine kernels="slow"/::: {.lens #tbl:mine kernels="fast"/'
is 'a kernel that was not counted is refused' refuses "data/lens/alpha.csv: it has no kernel fast; it has slow" book
