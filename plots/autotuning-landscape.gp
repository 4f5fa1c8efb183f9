# table: landscape of=autotuning x=bn y=bm n=4096
# The fastest configuration of each block tile, whatever the rest of it is.
title = narrow ? '% of the fastest at n = 4096' : '% of the fastest configuration at n = 4096'
down = 'BM'; across = 'BN'
best = 1
shade(v) = (v - 50) / 50
load 'plots/heat.inc'
