#!/bin/sh
# All products of a record come to one number: how many, the mean of their shares, the least, the largest, and how many are below one.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
plan 10
cat >data/nvidia-h200/coalescing-held.csv <<'END'
# record: tiles 1
# kind: gemm
# program: code/coalescing.cu
# device: Fixture card
# date: 2026-01-02T10:00:00Z
kernel,m,n,k,alpha,beta,gflops,lo,hi,runs,ratio,ratio_lo,ratio_hi,error,clock,clock_lo,clock_hi,throttle,cycles,cycle_ratio,launched,grid
chosen,1,4096,4096,1,0,100,99,101,10,0.5,0.5,0.5,0.1,1900,1890,1910,none,1000,1,,
chosen,16,4096,4096,1,0,200,199,201,10,2,2,2,0.1,1900,1890,1910,none,1000,1,,
chosen,512,4096,4096,1,0,400,399,401,10,1.5,1.5,1.5,0.1,1900,1890,1910,none,1000,1,,
chosen,512,4096,4096,0.5,3,400,399,401,10,0.1,0.1,0.1,0.1,1900,1890,1910,none,1000,1,,
cublas,1,4096,4096,1,0,200,199,201,10,1,1,1,0.1,1900,1890,1910,none,1000,1,,
# end: 5 rows
END
all='kernel=chosen of=coalescing-held'
answers 'how many, each with beta 0' "products $all" 3
answers 'the geometric mean of 0.5, 2 and 1.5' "mean_share $all digits=4" '114.5 %'
answers 'the least' "least_share $all" '50.0 %'
answers 'the largest' "most_share $all" '200 %'
answers 'of some rows of A' "mean_share $all from=1 to=16" '100 %'
answers 'from so many on' "least_share $all from=2" '150 %'
answers 'below the library' "shares_below $all" 1
answers 'below another share' "shares_below $all within=160" 2
refuses 'where there is none' "mean_share $all from=1000" 'it has no product of kernel chosen with from=1000'
printf "# table: products of=coalescing-held kernels=chosen,cublas\nplot table using 'm':'chosen'\n" >plots/coalescing-a.gp
tables >said 2>&1
is 'a chart has a row for each product, empty where a kernel has none' test "$(tail -n 3 build/tables/coalescing-a.tsv | tr '\t\n' ' /')" = '1 4096 4096 50 100/16 4096 4096 200 /512 4096 4096 150 /'
