# table: products of=shapes-named kernels=chosen,cublas columns=gflops roof=hopper.half
# Speed over the intensity of a product whose matrices move once; A and B in halves, C in floats.
eval canvas(400, 420)
set logscale xy
set lmargin at screen narrow ? 0.125 : 0.065
set rmargin at screen 0.965
set tmargin at screen 0.925
set bmargin at screen 0.14
stats table using 'roof' nooutput
roof = STATS_max
stats table using 'copy' nooutput
slope = STATS_max
stats table using 'chosen' nooutput
y_low = STATS_min / 1e3
set xrange [0.7 : 3000]
set yrange [y_low / 2 : roof * 2.4]
set xtics (1, 10, 100, 1000)
set ytics (0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000)
set label 'TFLOP/s' at screen 0.005, screen 0.965 left textcolor rgb soft
set xlabel narrow ? 'floating-point operations per byte' : 'floating-point operations per byte of A, B and C, each moved once' textcolor rgb soft offset 0,0.3
byte(m, n, k) = m * n * k / (m * k + n * k + 2 * m * n)
here(name) = byte(column('m'), column('n'), column('k'))
set arrow from 0.7, 0.7 * slope to roof / slope, roof nohead lc rgb c2 lw 2
set arrow from roof / slope, roof to 3000, roof nohead lc rgb c2 lw 2
set label sprintf('wgmma, %s TFLOP/s', short(roof)) at 3000, roof right offset -0.5, 0.7 textcolor rgb c2
copy_x = narrow ? 16 : 4
set label sprintf('copy, %s TB/s', short(slope)) at copy_x, copy_x * slope right offset -1, 0.6 textcolor rgb c2
do for [m in '1 16 64 512 2048'] {
  # On a phone 512 keeps clear of 2048.
  set label (m eq '1' ? 'M = 1' : m) at byte(m + 0.0, 14336, 4096) * (narrow && m eq '512' ? 0.8 : 1), y_low / 2 * 1.25 center textcolor rgb soft
  if (!narrow || m ne '64') { set arrow from byte(m + 0.0, 14336, 4096), y_low / 2 * 1.7 to byte(m + 0.0, 14336, 4096), y_low / 2 * 2.3 nohead lc rgb grid lw 1 }
}
plot table using (here(0)):(column('cublas') / 1e3) with points pt 4 ps 0.9 lc rgb c2, \
     '' using (here(0)):(column('chosen') / 1e3) with points pt 7 ps 0.6 lc rgb c1
