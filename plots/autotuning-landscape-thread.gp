# table: landscape of=autotuning x=tn y=tm n=4096
# The fastest configuration of each thread tile, whatever the rest of it is.
title = narrow ? '% of the fastest at n = 4096' : '% of the fastest configuration at n = 4096'
down = 'TM'; across = 'TN'
best = 1
shade(v) = (v - 50) / 50
load 'plots/heat.inc'
