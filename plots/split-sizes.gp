# table: series kernels=split.half-split-group,split.half-split,split.tf32-split-group,split.bf16-six,split.tf32-split,split.cublas
# label: split.half-split-group = half-split-group
# label: split.half-split = half-split
# label: split.tf32-split-group = tf32-split-group
# label: split.bf16-six = bf16-six
# label: split.tf32-split = tf32-split
# label: split.cublas = library
# Share of the library's FP32 over the size, packing included; hollow: sizes that are no power of two. Names stand at the ends of
# the lines, one above the other.
series = "half-split-group half-split tf32-split-group bf16-six tf32-split"
colours = "1 3 4 5 5"
dashes = "solid (2,3) (10,3,2,3) solid (8,4)"
marks = "7 9 13 7 5"
eval canvas(380, 420)
set logscale x 2
set xrange [230 : 9000]
set yrange [0 : 4.4]
set lmargin at screen narrow ? 0.08 : 0.05
set rmargin at screen narrow ? 0.68 : 0.8
set tmargin at screen 0.895
set bmargin at screen 0.15
set ytics 1
if (narrow) { set xtics (256, 1024, 4096) } else { set xtics (256, 512, 1024, 2048, 4096, 8192) }
set label narrow ? 'times cuBLAS’s FP32' : 'speed, in times that of cuBLAS’s FP32' at screen 0.005, graph 1.06 left textcolor rgb soft
if (!narrow) { set label '○ 1000 and 4092' at screen 0.8, graph 1.06 right textcolor rgb soft }
set xlabel 'n, for a product of n × n matrices' textcolor rgb soft offset 0,0.3
set arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb c2 lw 1.2 dt (8,4)
set label 'cuBLAS' at graph 0, first 1 left offset 0.4,0.6 textcolor rgb c2
power(n) = 2 ** floor(log(n) / log(2) + 0.5) == n
own(i) = column(word(series, i)) / column('library')
count = words(series)
array y[count]
array place[count]
do for [i = 1:count] {
  stats table using (column('n') == 8192 ? own(i) : NaN) nooutput
  y[i] = STATS_max
  place[i] = i
}
do for [round = 1:count] { do for [i = 1:count - 1] { if (y[place[i]] > y[place[i + 1]]) { p = place[i]; place[i] = place[i + 1]; place[i + 1] = p } } }
at = -1
do for [i = 1:count] {
  j = place[i]
  at = y[j] > at + 0.28 ? y[j] : at + 0.28
  set label word(series, j) at 8192, at left offset 1.2, 0 textcolor rgb colour(int(word(colours, j)))
}
plot for [i = 1:count] table using (power(column('n')) ? column('n') : NaN):(own(i)) with linespoints \
       lc rgb colour(int(word(colours, i))) lw 1.8 dt i pt int(word(marks, i)) ps 0.6, \
     for [i = 1:count] table using (power(column('n')) ? NaN : column('n')):(own(i)) with points \
       pt 6 ps 0.5 lc rgb colour(int(word(colours, i)))
