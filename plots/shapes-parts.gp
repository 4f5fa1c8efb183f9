# table: probes of=shapes topic=parts only=split-two-launches-512,split-last-block-512,split-cluster-512 rows=size
# Microseconds of one product of 512 in floats over the number of parts of K.
eval canvas(360, 400)
set logscale x 2
set lmargin at screen narrow ? 0.11 : 0.06
set rmargin at screen narrow ? 0.96 : 0.8
set tmargin at screen 0.885
set bmargin at screen 0.165
set xrange [0.9 : 17.5]
set xtics (1, 2, 3, 4, 6, 8, 12, 16)
set yrange [0 : *]
set label 'µs' at screen 0.005, graph 1.075 left textcolor rgb soft
set xlabel 'parts of K' textcolor rgb soft offset 0,0.3
two = 'split two launches 512'; last = 'split last block 512'; cluster = 'split cluster 512'
do for [i = 1:3] {
  name = i == 1 ? two : i == 2 ? last : cluster
  stats table using (column('size') <= (i == 3 ? 8 : 16) && column(name) > 0 ? column('size') : NaN):(column(name)) nooutput
  x_end = STATS_max_x
  stats table using (column('size') == x_end ? column(name) : NaN) nooutput
  label = i == 1 ? 'two launches' : i == 2 ? 'last block' : 'cluster'
  paint = colour(i == 1 ? 1 : i + 1)
  if (i == 3) {
    set label label at x_end, STATS_max center offset 0,(narrow ? 2 : 0.9) textcolor rgb paint boxed
  } else { if (narrow) {
    set label label at x_end, STATS_max right offset 0,0.8 textcolor rgb paint boxed
  } else {
    set label label at x_end, STATS_max left offset 1.2,0 textcolor rgb paint boxed
  } }
}
only16(x) = column('size') <= 16 ? x : NaN
power(n) = n == 1 || n == 2 || n == 4 || n == 8
plot table using (only16(column('size'))):two with linespoints ls 1, \
     '' using (only16(column('size'))):last with linespoints ls 3, \
     '' using (power(column('size')) ? column('size') : NaN):cluster with linespoints ls 4
