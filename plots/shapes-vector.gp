# table: products of=shapes-vector kernels=vector,cublas columns=time
# Bytes of B in a second, over the bytes of B, of products with one row; dashed: what 4096 columns of 4096 take beyond their
# bytes at the speed of the largest B, and then the bytes at this speed.
eval canvas(360, 400)
set logscale x
set lmargin at screen narrow ? 0.125 : 0.07
set rmargin at screen 0.965
set tmargin at screen 0.885
set bmargin at screen 0.165
one(x) = column('m') == 1 ? x : NaN
bytes(i) = 2.0 * column('n') * column('k')
stats table using (one(bytes(0))):(one(column('vector'))) nooutput
largest = STATS_max_x
smallest = STATS_min_x
stats table using (bytes(0) == largest ? column('vector') : NaN) nooutput
most = largest / STATS_max
stats table using (column('n') == 4096 && column('k') == 4096 ? one(column('vector') - bytes(0) / most) : NaN) nooutput
fixed = STATS_max
speed(b) = b / (fixed + b / most) / 1e12
set xrange [smallest * 0.7 : largest * 1.5]
set yrange [0 : most / 1e12 * 1.15]
set xtics ('100 kB' 1e5, '1 MB' 1e6, '10 MB' 1e7, '100 MB' 1e8, '1 GB' 1e9)
set ytics 1
set label 'TB/s' at screen 0.005, graph 1.075 left textcolor rgb soft
set xlabel 'bytes of B' textcolor rgb soft offset 0,0.3
set label 'vector' at largest, speed(largest) right offset -2, 1 textcolor rgb c1
set label '□ cuBLAS' at graph 1, graph 0.08 right textcolor rgb c2
set samples 200
plot speed(x) with lines lc rgb soft lw 1.2 dt (4,4), \
     table using (one(bytes(0))):(bytes(0) / column('cublas') / 1e12) with points pt 4 ps 0.8 lc rgb c2, \
     '' using (one(bytes(0))):(bytes(0) / column('vector') / 1e12) with points pt 7 ps 0.7 lc rgb c1
