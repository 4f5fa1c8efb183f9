# table: products of=shapes-held kernels=chosen columns=share
# Share of cuBLAS of the kernel that is chosen, over the rows of A; products of another draw than those of the fit.
eval canvas(380, 420)
set logscale xy
set lmargin at screen narrow ? 0.125 : 0.07
set rmargin at screen 0.965
set tmargin at screen 0.885
set bmargin at screen 0.155
set xrange [0.8 : 10500]
set xtics (1, 4, 16, 64, 256, 1024, 4096)
set yrange [65 : 135]
set ytics (70, 80, 90, 100, 110, 120)
set label 'share of cuBLAS, %' at screen 0.005, graph 1.075 left textcolor rgb soft
set xlabel 'rows of A' textcolor rgb soft offset 0,0.3
set arrow from graph 0, first 100 to graph 1, first 100 nohead lc rgb c2 lw 1.2 dt (8,4)
set label 'cuBLAS' at 90, 100 center offset 0,0.6 textcolor rgb c2
set arrow from graph 0, first 80 to graph 1, first 80 nohead lc rgb grid lw 1.2 dt (2,4)
plot table using 'm':'chosen' with points pt 7 ps 0.7 lc rgb c1
