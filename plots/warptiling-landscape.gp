# table: landscape of=warptiling x=tm,tn y=wm n=4096 final=winner
# The fastest configuration of each rectangle and height of the warp's tile, whatever the
# rest of it is; the last in a column has the lanes as 16 x 2. A dashed rim has the cell of
# the kernel that won the final.
title = narrow ? '% of the fastest at n = 4096' : '% of the fastest configuration at n = 4096'
down = 'WM'; across = 'TM×TN'
best = 1
shade(v) = (v - 50) / 50
# Eight heads fit a narrow column in smaller letters.
canvas(high, high_narrow) = sprintf("set terminal svg size %d,%d dynamic enhanced font 'sans-serif,%d'", \
  width, narrow ? high_narrow : high, narrow ? 12 : 14)
load 'plots/heat.inc'
