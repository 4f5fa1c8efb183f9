# table: probes of=measuring topic=timing
# label: whole-program = a whole program
# label: with-copies = with copies
# label: no-wait = without waiting
# label: after-nap = after a nap
# label: host-clock = by the host's clock
# label: batches = batches, by events
# label: zeros = batches of zeros
# What each way of timing reports, over what the book's way does at the same size.
ours = 'batches, by events'
small = '512'; medium = '1024'; large = '4096'
stats table using 0 nooutput
ways = STATS_records
stats table using (strcol('probe') eq ours ? column(small) : NaN) nooutput
small_truth = STATS_max
stats table using (strcol('probe') eq ours ? column(medium) : NaN) nooutput
medium_truth = STATS_max
stats table using (strcol('probe') eq ours ? column(large) : NaN) nooutput
large_truth = STATS_max
stats table using (column(small) / small_truth) nooutput
low = STATS_min; top = STATS_max
stats table using (column(large) / large_truth) nooutput
low = STATS_min < low ? STATS_min : low
top = STATS_max > top ? STATS_max : top

step = narrow ? 44.0 : 31.0
high = 90 + step * ways
eval canvas(int(high), int(high))
left_edge = narrow ? 0.03 : 0.235
set lmargin at screen left_edge
set rmargin at screen narrow ? 0.97 : 0.975
set tmargin at screen 1 - 30 / high
set bmargin at screen 52 / high
set logscale x
set xrange [low / 1.6 : top * 1.6]
set yrange [ways : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics ('0.0001' 1e-4, '0.001' 1e-3, '0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100, '1000' 1e3, '10 000' 1e4)
set label narrow ? 'speed reported, over that of batches' : 'speed that each way reports, over that of batches' at graph 0.5, screen 10 / high center textcolor rgb soft
if (narrow) { set xtics ('0.0001' 1e-4, '0.01' 0.01, '1' 1, '100' 100, '10 000' 1e4) }
set arrow from 1, graph 0 to 1, graph 1 nohead back lc rgb ink lw 1.2

NAMES = narrow ? 'left' : 'right offset -0.8,0'
row = narrow ? 0.68 : 0.5
heading = 1 - 13 / high
set label 'n = 512' at screen left_edge + (narrow ? 0.04 : 0.02), screen heading left textcolor rgb c3
set label 'n = 1024' at screen left_edge + (narrow ? 0.34 : 0.16), screen heading left textcolor rgb c4
set label 'n = 4096' at screen left_edge + (narrow ? 0.66 : 0.31), screen heading left textcolor rgb c1
set label '' at screen left_edge + (narrow ? 0.015 : 0.008), screen heading point ls 3 ps 0.9
set label '' at screen left_edge + (narrow ? 0.315 : 0.148), screen heading point ls 4 ps 0.9
set label '' at screen left_edge + (narrow ? 0.635 : 0.298), screen heading point ls 1 ps 0.8
plot table using (low / 1.6):($0 + row - (narrow ? 0.42 : 0)):(strcol('probe')) with labels @NAMES textcolor rgb ink, \
     '' using (column(small) / small_truth):($0 + row) with points ls 3 ps 0.9, \
     '' using (column(medium) / medium_truth):($0 + row) with points ls 4 ps 0.9, \
     '' using (column(large) / large_truth):($0 + row) with points ls 1 ps 0.8
