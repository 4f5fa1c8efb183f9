#!/bin/sh
# A number, a table or a transcript that no record holds fails the build by line.
. "$(dirname "$0")/lib/book.sh"
plan 8
with() { fixture; edit chapters/alpha.md "$1"; }
with 's/^The slow kernel reaches \[gflops\]/The slow kernel reaches [gflops{n=123}]/'
is 'no such size' refuses "$(at chapters/alpha.md n=123): data/nvidia-h200/alpha.csv: it has no row of kernel slow at 123; it has 256, 1024, 4096" build/book/alpha.html
with 's/\[device\]{.num}/[gflops]{.num of=gamma}/'
is 'no such chapter' refuses "$(at chapters/alpha.md of=gamma): " build/book/alpha.html
with 's/\[device\]{.num}/[speed]{.num}/'
is 'no such metric' refuses "$(at chapters/alpha.md '[speed]'): " build/book/alpha.html
with 's/^The slow kernel reaches \[gflops\]/The slow kernel reaches [gflops{sise=123}]/'
is 'no such option' refuses "$(at chapters/alpha.md sise=123): “gflops{sise=123}” has the option sise, which no metric takes; did you mean size?" build/book/alpha.html
with 's/columns="gflops,share,time"/columns="gflops,nonsense"/'
is 'no such column' refuses "$(at chapters/alpha.md nonsense): " build/book/alpha.html
with 's/file="alpha-verify"/file="alpha-nothing"/'
is 'no such transcript' refuses "$(at chapters/alpha.md alpha-nothing): there is no recorded run" build/book/alpha.html
with 's|2\*4096^3/1e9|os.exit(0)|'
is 'a sum that reaches beyond arithmetic' refuses "$(at chapters/alpha.md 'os.exit(0)'): “os.exit(0)” has “.”, which no expression has" build/book/alpha.html
with 's/plot=alpha-sizes/plot=nothing/'
is 'no such plot' refuses "$(at chapters/alpha.md plot=nothing): there is no plots/nothing.gp" build/book/alpha.html
