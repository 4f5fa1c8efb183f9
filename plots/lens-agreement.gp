# table: agreement of=naive,coalescing,lens,tiling n=128
# Every count of every kernel so far: what the lens says across, what the card says up.
# Where they agree the marks lie on the line.
eval canvas(400, 400)
set lmargin at screen narrow ? 0.12 : 0.07
set rmargin at screen narrow ? 0.95 : 0.93
set tmargin at screen 0.91
set bmargin at screen 0.15
set logscale xy
set xrange [0.6 : 5e6]
set yrange [0.6 : 5e6]
set xtics (1, 10, 100, '10³' 1e3, '10⁴' 1e4, '10⁵' 1e5, '10⁶' 1e6)
set ytics (1, 10, 100, '10³' 1e3, '10⁴' 1e4, '10⁵' 1e5, '10⁶' 1e6)
set xlabel 'counted by the lens, on a CPU' textcolor rgb soft offset 0,0.3
set label "counted by the card" at screen 0.005, screen 0.96 left textcolor rgb soft
set label 'requests' at 1e3, 250 left textcolor rgb c1
set label 'sectors' at 4e4, 2.2e6 right textcolor rgb c2
set label narrow ? 'wavefronts' : 'wavefronts of shared memory' at 12, 3 left textcolor rgb c3
is(what) = strstrt(strcol('count'), what) > 0 ? column('lens') : NaN
plot x with lines lc rgb grid lw 1.4, \
     table using (is('sectors')):'card' with points pt 5 ps 0.9 lc rgb c2, \
     '' using (is('requests')):'card' with points pt 7 ps 0.55 lc rgb c1, \
     '' using (is('wavefronts')):'card' with points pt 9 ps 0.8 lc rgb c3
