# table: probes of=split topic=errors only=half-split-group-uniform,half-split-group-normal,half-split-group-positive,half-split-group-scaled,half-split-group-cancelling,cublas-uniform,cublas-normal,cublas-positive,cublas-scaled,cublas-cancelling rows=size
# label: half-split-group-uniform = half-split-group-uniform
# label: half-split-group-normal = half-split-group-normal
# label: half-split-group-positive = half-split-group-positive
# label: half-split-group-scaled = half-split-group-scaled
# label: half-split-group-cancelling = half-split-group-cancelling
# label: cublas-uniform = cublas-uniform
# label: cublas-normal = cublas-normal
# label: cublas-positive = cublas-positive
# label: cublas-scaled = cublas-scaled
# label: cublas-cancelling = cublas-cancelling
# The largest error of half-split-group over that of cuBLAS, for five kinds of inputs. Names stand at the ends of
# the lines, one above the other.
kinds = "uniform normal positive scaled cancelling"
colours = "1 3 2 5 4"
dashes = "solid (2,3) (8,4) solid (10,3,2,3)"
marks = "7 9 5 6 13"
eval canvas(380, 430)
ratio(kind) = column('half-split-group-'.kind) / column('cublas-'.kind)
set logscale x 2
set logscale y
set xrange [55 : 76000]
set lmargin at screen narrow ? 0.12 : 0.065
set rmargin at screen narrow ? 0.72 : 0.85
set tmargin at screen narrow ? 0.91 : 0.9
set bmargin at screen narrow ? 0.13 : 0.15
if (narrow) { set xtics (64, 1024, 16384) } else { set xtics (64, 256, 1024, 4096, 16384, 65536) }
set ytics (0.05, 0.1, 0.2, 0.5, 1, 2, 5)
set label narrow ? 'error over that of cuBLAS' : 'largest error over that of cuBLAS’s FP32' at screen 0.005, graph 1.06 left textcolor rgb soft
set xlabel 'K, the products in a sum' textcolor rgb soft offset 0,0.3
set arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb c2 lw 1.2 dt (8,4)
array y[5]
array place[5]
do for [i = 1:5] {
  stats table using (column('size') == 65536 ? ratio(word(kinds, i)) : NaN) nooutput
  y[i] = STATS_max
  place[i] = i
}
do for [round = 1:5] { do for [i = 1:4] { if (y[place[i]] > y[place[i + 1]]) { p = place[i]; place[i] = place[i + 1]; place[i + 1] = p } } }
at = 0
do for [i = 1:5] {
  j = place[i]
  at = y[j] > at * 1.3 ? y[j] : at * 1.3
  set label word(kinds, j) at 65536, at left offset 1.2, 0 textcolor rgb colour(int(word(colours, j)))
}
one(i) = sprintf("table using 'size':(ratio('%s')) with linespoints lc rgb colour(%s) lw 1.8 dt %s pt %s ps 0.7", \
  word(kinds, i), word(colours, i), word(dashes, i), word(marks, i))
picture = one(1)
do for [i = 2:5] { picture = picture.', '.one(i) }
eval 'plot '.picture
