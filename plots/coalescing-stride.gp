# table: probes of=coalescing topic=stride rows=size
# Cycles of one load by a warp whose lanes stand a stride apart, beside what the pattern
# touches: so many 32-byte sectors, so many 128-byte lines.
touched(stride, size) = ceil(32.0 * stride / size) < 32 ? ceil(32.0 * stride / size) : 32
cycles = 'power of two'
eval canvas(340, 380)
set lmargin at screen narrow ? 0.085 : 0.055
set rmargin at screen narrow ? 0.96 : 0.975
set tmargin at screen 0.9
set bmargin at screen narrow ? 0.14 : 0.155
set logscale xy 2
set xrange [3.4 : 640]
set yrange [0.85 : 45]
set xtics (4, 8, 16, 32, 64, 128, 256, 512)
set ytics (1, 2, 4, 8, 16, 32)
set label 'for each load of a warp' at screen 0.005, screen 0.95 left textcolor rgb soft
set xlabel 'bytes from lane to lane' textcolor rgb soft offset 0,0.3
set label narrow ? "sectors\ntouched" : 'sectors touched' at narrow ? 12 : 14, narrow ? 28 : 16 right offset -0.8,0.4 boxed front textcolor rgb c2
set label narrow ? "128-byte lines\ntouched" : '128-byte lines touched' at 32, 8 left offset 1,-0.6 boxed front textcolor rgb c3
set label 'cycles, measured' at 640, 32 right offset 0,0.9 boxed front textcolor rgb c1
plot table using (column('size')):(touched(column('size'), 32)) with linespoints ls 2, \
     '' using (column('size')):(touched(column('size'), 128)) with linespoints ls 3, \
     '' using (column('size')):(column(cycles)) with linespoints ls 1
