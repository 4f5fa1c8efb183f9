# table: shapes of=autotuning n=4096
# Shape by shape: what its own winner reaches, and what one configuration for all does.
stats table using 'tuned' nooutput
shapes = STATS_records
most = STATS_max
stats table using (strlen(strcol('shape'))) nooutput
longest = STATS_max
stats table using (strlen(strcol('searched'))) nooutput
searched = STATS_sum > 0

step = narrow ? 48.0 : 34.0
high = 100 + step * shapes
eval canvas(int(high), int(high))
set lmargin at screen (narrow ? 8.0 : 16 + 9.3 * longest) / width
set rmargin at screen narrow ? 0.97 : 0.975
set tmargin at screen 1 - (narrow ? 56 : 34) / high
set bmargin at screen 52 / high
set xrange [0 : (most > 100 ? most : 100) * 1.04]
set yrange [shapes - 0.4 : -0.6]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics 0, 25
set label '% of cuBLAS' at graph 0.5, screen 12 / high center textcolor rgb soft
set arrow from first 100, graph 0 to first 100, graph 1 nohead lc rgb c2 lw 1.6 dt (8,4)
set label '● its own winner' at screen 0.005, screen 1 - 16 / high left textcolor rgb c1
set label '▲ the winner at 4096' at screen narrow ? 0.4 : 0.22, screen 1 - 16 / high left textcolor rgb c3
if (searched) { set label '◆ found by the search' at screen narrow ? 0.005 : 0.48, screen 1 - (narrow ? 38 : 16) / high left textcolor rgb soft }
lift = narrow ? 0.17 : 0
NAMES = narrow ? "left offset 0,0.5" : "right offset -0.8,0"
SEARCHED = searched ? "'' using 'searched':($0 + lift) with points pt 13 ps 0.8 lc rgb soft," : ''
plot table using 'one for all':($0 + lift):(column('tuned') - column('one for all')):(0) with vectors nohead lc rgb grid lw 3, \
     '' using 'one for all':($0 + lift) with points pt 9 ps 1 lc rgb c3, @SEARCHED \
     '' using 'tuned':($0 + lift) with points pt 7 ps 0.9 lc rgb c1, \
     '' using (0):0:(strcol('shape')) with labels @NAMES textcolor rgb ink
