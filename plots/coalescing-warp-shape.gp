# table: metrics kernels=coalescing.shape-32x1,coalescing.shape-16x2,coalescing.shape-8x4,coalescing.shape-4x8,coalescing.shape-2x16,coalescing.shape-1x32 columns=gflops,cycles_per_step beside=cycles_per_step
# label: shape-32x1 = 32 × 1
# label: shape-16x2 = 16 × 2
# label: shape-8x4 = 8 × 4
# label: shape-4x8 = 4 × 8
# label: shape-2x16 = 2 × 16
# label: shape-1x32 = 1 × 32
# A warp that covers R x C elements of C reads, in one step, R floats of a column of A and
# C floats of a row of B: so many sectors, so many 128-byte lines. Beside them, the cycles
# that a multiprocessor spends on the step.
R(name) = int(word(name, 1))
C(name) = int(word(name, 3))
sectors(name) = R(name) + ceil(C(name) / 8.0)
lines(name) = R(name) + 1
shape(name) = narrow ? word(name, 1).'×'.word(name, 3) : name
stats table using 'cycles_per_step' nooutput
last = STATS_records - 1
most = STATS_max > 33 ? STATS_max : 33
load 'plots/cards.inc'
do for [i = 1:cards] {
  stats table using of_card('cycles_per_step', i) nooutput
  if (STATS_max > most) { most = STATS_max }
}
stats table using (column(0) == last ? column('cycles_per_step') : NaN) nooutput
cycles_end = STATS_max

eval canvas(340, 400)
set lmargin at screen narrow ? 0.085 : 0.055
set rmargin at screen narrow ? 0.86 : 0.83
set tmargin at screen 0.9
set bmargin at screen narrow ? 0.155 : 0.175
set logscale y 2
set xrange [-0.4 : last + 0.4]
set yrange [1.6 : most * 1.25]
set ytics (1, 2, 4, 8, 16, 32)
set xlabel narrow ? 'rows × columns of C that a warp covers' : 'shape of the warp: rows × columns of C that its lanes cover' textcolor rgb soft
set label 'for each step of a warp' at screen 0.005, screen 0.95 left textcolor rgb soft
eval key_of_cards(narrow ? 0.1 : 0.3, narrow ? 0.91 : 0.95)
if (narrow) {
  set label 'sectors' at last, 5 right offset 0,0.8 boxed front textcolor rgb c2
  set label 'cycles' at last, cycles_end left offset 0.8,0 boxed front textcolor rgb c1
  set label '128-byte lines' at last, 2 right offset 0,-0.7 boxed front textcolor rgb c3
} else {
  set label 'sectors' at last, 5 left offset 1.2,0 boxed front textcolor rgb c2
  set label 'cycles, measured' at last, cycles_end left offset 1.2,0 boxed front textcolor rgb c1
  set label '128-byte lines' at last, 2 left offset 1.2,0 boxed front textcolor rgb c3
}
# So long as the columns are in one sector, sectors and lines are as many.
set label narrow ? "all three\nthe same" : 'all three the same' at 2, 9 left offset 1,(narrow ? 1.4 : 0.7) boxed front textcolor rgb soft
CARDS = of_cards('0', "(column(of_card('cycles_per_step', i)))", 'linespoints')
plot table using 0:(sectors(strcol('kernel'))):xtic(shape(strcol('kernel'))) with linespoints ls 2, \
     '' using 0:(lines(strcol('kernel'))) with linespoints ls 3, \
     '' using 0:'cycles_per_step' with linespoints ls 1@CARDS
