# table: grid of=coarsening-2d metric=share n=4096
# What a thread tile of TM x TN reaches, all else equal.
title = narrow ? '% of cuBLAS; framed, the fastest' : '% of cuBLAS at n = 4096; framed, the fastest; dashed, 8 × 8'
final = '8 8'
down = 'TM rows'; across = 'TN columns'
best = 1
load 'plots/heat.inc'
