# table: metrics kernels=coarsening-1d.tm-1,coarsening-1d.tm-2,coarsening-1d.tm-4,coarsening-1d.tm-8,coarsening-1d.tm-16,coarsening-1d.tm-32 columns=gflops,data_per_step,occupancy,registers n=4096
# label: tm-1 = 1
# label: tm-2 = 2
# label: tm-4 = 4
# label: tm-8 = 8
# label: tm-16 = 16
# label: tm-32 = 32
# Speed over the results of one thread; under it, on the same axis, the wavefronts of L1's data
# stage for each step of a warp, and the share of its warps that an SM holds.
load 'plots/cards.inc'
eval canvas(430, 440)
stats table using 'gflops' nooutput
last = STATS_records - 1
fastest = STATS_max / 1e3
do for [i = 1:cards] {
  stats table using of_card('gflops', i) nooutput
  if (STATS_max / 1e3 > fastest) { fastest = STATS_max / 1e3 }
}
stats table using 'data_per_step' nooutput
most = STATS_max
set lmargin at screen narrow ? 0.095 : 0.055
set rmargin at screen narrow ? 0.90 : 0.93
set xrange [-0.3 : last + 0.3]
set multiplot

set tmargin at screen 0.925
set bmargin at screen 0.55
set yrange [0 : fastest * 1.2]
set xtics format '' 0, 1
set label 1 'TFLOP/s' at screen 0.005, screen 0.965 left textcolor rgb soft
eval key_of_cards(narrow ? 0.2 : 0.12, 0.965)
CARDS = of_cards('0', "(column(of_card('gflops', i)) / 1e3)", 'linespoints')
plot table using 0:(column('gflops') / 1e3) with linespoints ls 1, \
     '' using 0:(column('gflops') / 1e3):(short(column('gflops') / 1e3)) with labels offset 0,0.9 boxed textcolor rgb c1@CARDS

do for [i = 1:cards] { unset label 70 + i; unset label 80 + i }
set tmargin at screen 0.45
set bmargin at screen 0.13
set xtics format '%g'
set yrange [0 : most * 1.25]
set y2range [0 : 110]
set y2tics (25, 50, 75, 100) nomirror scale 0 textcolor rgb ink
set label 1 '▲ wavefronts of the data stage for each step' at screen 0.005, screen 0.495 left textcolor rgb c3
if (narrow) { set label 1 '▲ wavefronts a step' }
set label 2 '● occupancy, %' at screen 0.995, screen 0.495 right textcolor rgb soft
set xlabel 'results of one thread, TM' textcolor rgb soft offset 0,0.3
plot table using 0:'occupancy':xtic(strcol('kernel')) axes x1y2 with linespoints ls 5, \
     '' using 0:'data_per_step' with linespoints ls 3
unset multiplot
