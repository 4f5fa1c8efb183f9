# table: probes of=latency topic=flight rows=size
# Bandwidth over the bytes that each SM has in flight: warps times loads of a warp times 128. Dashed:
# so many times what one load in flight makes.
eval canvas(400, 440)
set lmargin at screen narrow ? 0.125 : 0.07
set rmargin at screen narrow ? 0.95 : 0.975
set tmargin at screen 0.92
set bmargin at screen narrow ? 0.14 : 0.155
set logscale x 2
set logscale y 10
stats table every ::0::0 using 'memory 1' nooutput
memory = STATS_min
stats table every ::0::0 using 'l2 1' nooutput
l2 = STATS_min
stats table using 'l2 8' nooutput
set xrange [100 : 90000]
set yrange [memory / 1e3 * 0.6 : STATS_max / 1e3 * 2.5]
set xtics ('128 B' 128, '512 B' 512, '2 KiB' 2048, '8 KiB' 8192, '32 KiB' 32768)
if (narrow) { set xtics ('128 B' 128, '2 KiB' 2048, '32 KiB' 32768) }
set ytics (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
set label 'TB/s' at screen 0.005, screen 0.965 left textcolor rgb soft
set xlabel 'bytes in flight in each SM' textcolor rgb soft offset 0,0.3
set label 'from L2' at 512, l2 / 1e3 * 4 right offset -0.5,0.9 boxed front textcolor rgb c1
set label 'from memory' at 512, memory / 1e3 * 4 left offset 1,-0.9 boxed front textcolor rgb c3
loads(i) = word('1 2 4 8', i)
mark(i) = word('6 4 8 12', i) + 0
bytes(i) = column('size') * loads(i) * 128
x_key = narrow ? 0.42 : 0.65
set label narrow ? 'loads of a warp:' : 'loads that a warp has in flight:' at screen 0.95, graph 0.16 right textcolor rgb soft
do for [i = 1:4] {
  set label loads(i) at screen x_key + (narrow ? 0.12 : 0.075) * i, graph 0.06 left textcolor rgb ink point pt mark(i) ps 0.9 lc rgb ink offset 1,0
}
plot table using (bytes(1)):(column('size') * l2 / 1e3) with lines ls 2, \
     '' using (bytes(1)):(column('size') * memory / 1e3) with lines ls 2, \
     for [i = 1:4] '' using (bytes(i)):(column('l2 '.loads(i)) / 1e3) with linespoints lc rgb c1 lw 1 pt mark(i) ps 0.9, \
     for [i = 1:4] '' using (bytes(i)):(column('memory '.loads(i)) / 1e3) with linespoints lc rgb c3 lw 1 pt mark(i) ps 0.9
