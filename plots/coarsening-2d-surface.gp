# table: grid of=coarsening-2d metric=share n=4096
# What a thread tile of TM x TN reaches, all else equal.
title = narrow ? '% of cuBLAS; framed, the most' : '% of cuBLAS at n = 4096; framed, the most; dashed, the next chapter’s'
final = '8 8'
down = 'TM rows'; across = 'TN columns'
best = 1
load 'plots/heat.inc'
