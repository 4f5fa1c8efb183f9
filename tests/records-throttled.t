#!/bin/sh
# Clock, watts and cycles of a kernel's own batches are asked like its speed, and a row that
# ran throttled says so in a table; a record from before there were such columns still reads.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 13
file=data/nvidia-h200/alpha.csv
cat >>chapters/beta.md <<'END'

It draws [watts 'alpha.slow']{.num} at [clock_lo 'alpha.slow']{.num} for [elapsed 'alpha.slow']{.num} cycles,
[cycle_share 'alpha.slow']{.num digits=2} of the library, held back by [throttle 'alpha.slow']{.num}.

::: {.records #tbl:held kernels="alpha.slow,alpha.cublas" columns="gflops,watts"}
A table.
:::
END
is 'an old record has none' refuses 'this row has no watts' build/book/beta.html
awk -F , -v OFS=, '/^kernel/ { $0 = $0 ",clock_lo,clock_hi,watts,throttle,cycles,cycle_ratio" }
    /^slow,/ { $13 = 1590; $0 = $0 ",1575,1605,698.5,power+thermal,543210,0.0125" }
    /^cublas,/ { $0 = $0 ",1970,1980,650,none,5432,1" } { print }' $file >new && mv new $file
is 'a new one has all' builds build/book/beta.html
sed 's/<[^>]*>//g; s/\xe2\x80\xaf/ /g' build/book/beta.html | tr '\n' ' ' >page
is 'watts, clock and cycles' grep -qF 'It draws 698 W at 1575 MHz for 543 210 cycles, 1.2 % of the library' page
is 'and what held the clock back' grep -q 'held back by power+thermal\.' page
is 'the row that was held back is marked' grep -q 'slow †' page
is 'the other is not' sh -c '! grep -q "cublas †" page'
is 'and the small print says why' grep -qF 'In the contest of a row with † the card limited its clock (reason: power and thermal).' page
sed 's/kernels="alpha.slow,alpha.cublas" columns="gflops,watts"/kernels="alpha.slow" columns="gflops,watts"/' chapters/beta.md >one && cp chapters/beta.md two && mv one chapters/beta.md
is 'where every row was held back' builds build/book/beta.html
sed 's/<[^>]*>//g; s/\xe2\x80\xaf/ /g' build/book/beta.html | tr '\n' ' ' >page
is 'none is marked, and the small print says it of all' sh -c '! grep -q † page && grep -qF "In the contests of these rows the card limited its clock" page'
sed 's/columns="gflops,watts"/n="1024,4096" columns="gflops,clock"/' two >chapters/beta.md
sed -i '/^slow,1024,/s/power+thermal/none/' $file
is 'where it was held back at one size of two' builds build/book/beta.html
sed 's/<[^>]*>//g; s/\xe2\x80\xaf/ /g' build/book/beta.html | tr '\n' ' ' >page
is 'the small print names this size' grep -qF 'In the contest of a row with † at 4096 the card limited its clock' page
mv two chapters/beta.md
sed -n '/^[^#]/q; s/kind: gemm/kind: probe/; p' $file >data/nvidia-h200/alpha-watts.csv
printf '%s\n' probe,size,unit,value,lo,hi,runs,clock slow,4096,W,650,649,651,15,1600 '# end: 1 rows' >>data/nvidia-h200/alpha-watts.csv
touch $file
is 'with a record of it alone on the card' builds build/book/beta.html
sed 's/<[^>]*>//g; s/\xe2\x80\xaf/ /g' build/book/beta.html | tr '\n' ' ' >page
is 'that says what it draws' grep -qF 'It draws 650 W at 1575 MHz' page
