# table: probes of=cards topic=model only=gather-to-1024-16384,gather-to-1024-65536,scatter-to-1024-65536 rows=size
# label: gather-to-1024-16384 = small
# label: gather-to-1024-65536 = large
# label: scatter-to-1024-65536 = sums
# How many times as fast as one card the model expects rings of up to 1024 cards to be.
eval canvas(400, 430)
set logscale xy 2
set lmargin at screen narrow ? 0.105 : 0.065
set rmargin at screen narrow ? 0.95 : 0.96
set tmargin at screen 0.9
set bmargin at screen 0.15
set xrange [0.9 : 1250]
if (narrow) { set xtics (1, 8, 64, 512) } else { set xtics (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024) }
set ytics (1, 2, 4, 8, 16, 32, 64)
set label 'times one card, calculated' at screen 0.005, graph 1.07 left textcolor rgb soft
set xlabel 'cards' textcolor rgb soft offset 0,0.3
stats table using (column('size') == 1 ? column('large') : NaN) nooutput
large_one = STATS_max
stats table using (column('size') == 1 ? column('sums') : NaN) nooutput
sums_one = STATS_max
stats table using (column('size') == 1 ? column('small') : NaN) nooutput
small_one = STATS_max
set yrange [0.9 : 70]
set arrow from 8, graph 0 to 8, graph 1 nohead lc rgb soft lw 1 dt (3,3)
set label 'one server' at 7.2, 1.25 right textcolor rgb soft
set label 'several servers' at 9, 1.25 left textcolor rgb soft
set label 'gather, 65 536' at 200, 42 center textcolor rgb c1
set label 'scatter, 65 536' at 160, 13.5 center textcolor rgb c3
set label 'gather, 16 384' at narrow ? 60 : 40, narrow ? 2.9 : 4.2 center textcolor rgb c4
plot x <= 32 ? x : NaN with lines lc rgb c2 lw 1.2 dt (8,4), \
     table using 'size':(sums_one / column('sums')) with linespoints ls 3, \
     '' using 'size':(small_one / column('small')) with linespoints ls 4, \
     '' using 'size':(large_one / column('large')) with linespoints ls 1
