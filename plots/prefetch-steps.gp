# table: metrics kernels=prefetch.alone-0,prefetch.alone-4,prefetch.alone-8,prefetch.alone-12,prefetch.alone-15,prefetch.8x8-0,prefetch.8x8-4,prefetch.8x8-8,prefetch.8x8-12,prefetch.8x8-15,prefetch.vectorized-0,prefetch.vectorized-4,prefetch.vectorized-8,prefetch.vectorized-12,prefetch.vectorized-15,prefetch.bare-0,prefetch.bare-4,prefetch.bare-8,prefetch.bare-12,prefetch.bare-15 columns=share,stall_long,stall_dispatch n=4096
# Speed over the step of a tile before which the loads of the next tile come, family by family.
eval canvas(380, 430)
set xrange [-0.6 : narrow ? 20.5 : 18.6]
set yrange [45 : 100]
set ytics 50, 10
set xtics ('0' 0, '4' 4, '8' 8, '12' 12, '15' 15)
set tmargin at screen 0.91
set label 1 '% of cuBLAS' at screen 0.005, screen 0.965 left textcolor rgb soft
set xlabel 'the loads come before this step' textcolor rgb soft
step(i) = i < 4 ? 4 * i : 15
family(f) = word('alone 8x8 vectorized bare', f + 1)
look(f) = word('1 3 5 4', f + 1) + 0
paint(f) = word(c1.' '.c3.' '.soft.' '.c4, f + 1)
lift(f) = word('0 0 -0.45 0.45', f + 1) + 0
plot for [f = 0:3] table using (step($0)):'share' every ::(5 * f)::(5 * f + 4) with linespoints ls look(f), \
     for [f = 0:3] table using (step(4) + 0.4):'share':(family(f)) every ::(5 * f + 4)::(5 * f + 4) with labels left offset 0,lift(f) textcolor rgb paint(f)
