# table: series kernels=summit.summit,summit.cublas,warptiling.warptiling,warptiling.cublas
# label: summit.cublas = library
# label: warptiling.cublas = library with warptiling
# Share of cuBLAS over the size, each beside its own run of it; hollow: sizes that are no power of two.
eval canvas(340, 380)
set logscale x 2
set xrange [230 : 9000]
set yrange [0 : 1.18]
set lmargin at screen narrow ? 0.125 : 0.07
set rmargin at screen narrow ? 0.96 : 0.84
set tmargin at screen 0.885
set bmargin at screen 0.165
set ytics 0.25
if (narrow) { set xtics (256, 1024, 4096) } else { set xtics (256, 512, 1024, 2048, 4096, 8192) }
set label 'share of cuBLAS' at screen 0.005, graph 1.075 left textcolor rgb soft
set label '○ 1000 and 4092' at screen narrow ? 0.96 : 0.84, graph 1.075 right textcolor rgb soft
set xlabel 'n, for a product of n × n matrices' textcolor rgb soft offset 0,0.3
power(n) = 2 ** floor(log(n) / log(2) + 0.5) == n
set arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb c2 lw 1.2 dt (8,4)
set label 'cuBLAS' at graph 0, first 1 left offset 0.4,0.6 textcolor rgb c2
own(n) = column('summit') / column('library')
then(n) = column('warptiling') / column('library with warptiling')
set label 'summit' at 8192, 1.049 left offset (narrow ? -5.2 : 1.2), (narrow ? 1 : 0.2) textcolor rgb c1
set label 'warptiling' at 8192, 0.96 left offset (narrow ? -9.5 : 1.2), (narrow ? -0.9 : -0.2) textcolor rgb c3
plot table using (power(column('n')) ? column('n') : NaN):(own(0)) with linespoints ls 1, \
     table using (power(column('n')) ? column('n') : NaN):(then(0)) with linespoints ls 3, \
     table using (power(column('n')) ? NaN : column('n')):(own(0)) with points pt 6 ps 0.5 lc rgb c1, \
     table using (power(column('n')) ? NaN : column('n')):(then(0)) with points pt 6 ps 0.5 lc rgb c3
