# table: probes of=cards topic=ring only=one-card,own-first-1,own-last-1,own-last-2 rows=size
# label: one-card = one-card
# label: own-first-1 = own-first-1
# label: own-last-1 = own-last-1
# label: own-last-2 = own-last-2
# How many times as fast as one card two cards are, over the side of the product.
eval canvas(360, 400)
set logscale x 2
set lmargin at screen narrow ? 0.095 : 0.055
set rmargin at screen narrow ? 0.95 : 0.83
set tmargin at screen 0.885
set bmargin at screen 0.165
set xrange [900 : 18500]
set xtics (1024, 2048, 4096, 8192, 16384)
set yrange [0 : 2.25]
set ytics 0.5
set label 'times one card' at screen 0.005, graph 1.075 left textcolor rgb soft
set xlabel 'M = N = K' textcolor rgb soft offset 0,0.3
first = 'own-first-1'; last = 'own-last-2'; whole = 'own-last-1'
stats table using (column('size') == 16384 ? column('one-card') / column(first) : NaN) nooutput
y_first = STATS_max
stats table using (column('size') == 16384 ? column('one-card') / column(last) : NaN) nooutput
y_last = STATS_max
stats table using (column('size') == 16384 ? column('one-card') / column(whole) : NaN) nooutput
y_whole = STATS_max
if (narrow) {
  set label first at 3600, 1.7 right textcolor rgb c1
  set label last at 2500, 0.17 left textcolor rgb c3
  set label whole at 5200, 0.8 left textcolor rgb soft
} else {
  set label first at 16384, y_first left offset 1.2, 0.35 textcolor rgb c1
  set label last at 16384, y_last left offset 1.2, -0.1 textcolor rgb c3
  set label whole at 16384, y_whole left offset 1.2, -0.35 textcolor rgb soft
}
plot 2 with lines lc rgb c2 lw 1.2 dt (8,4), 1 with lines lc rgb soft lw 1.2 dt (4,4), \
     table using 'size':(column('one-card') / column(whole)) with linespoints ls 5, \
     '' using 'size':(column('one-card') / column(last)) with linespoints ls 3, \
     '' using 'size':(column('one-card') / column(first)) with linespoints ls 1
