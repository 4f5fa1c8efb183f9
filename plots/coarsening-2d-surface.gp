# table: grid of=coarsening-2d metric=share n=4096
# What a thread tile of TM x TN reaches, all else equal.
title = '% of cuBLAS at n = 4096; framed, the most'
down = 'TM rows'; across = 'TN columns'
best = 1
load 'plots/heat.inc'
