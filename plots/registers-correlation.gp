# table: loops least=70
# Cycles for each FFMA: across, what banks and issue slots take of a kernel's loop, by its
# machine code; up, what the card took. By the window nothing is faster than predicted; were each
# FFMA to wait for its own reads alone, the triangles would have to be above the line.
eval canvas(420, 420)
set lmargin at screen narrow ? 0.1 : 0.07
set rmargin at screen narrow ? 0.95 : 0.94
set tmargin at screen 0.9
set bmargin at screen 0.15
set xrange [1 : 2.15]
edge = 2.5
set yrange [1 : edge]
set xtics 0.2
set ytics 0.5
set xlabel (narrow ? 'cycles an FFMA, predicted' : 'cycles an FFMA, predicted from the machine code') textcolor rgb soft offset 0,0.3
set label 'measured' at screen 0.005, screen 0.95 left textcolor rgb soft
set label 'by the window' at 1.05, 1.84 left textcolor rgb c1
set label narrow ? "each by itself,\nwhere too slow" : 'each by itself, where that is slower than the card' \
  at 2.13, narrow ? 1.3 : 1.13 right textcolor rgb c3
above(y) = y > edge ? edge - 0.03 : NaN         # those past the edge stand at it, with their value
stats table using (column('measured') > edge ? column('by the window') : NaN) nooutput
if (STATS_records > 0) { set label narrow ? 'open: slower yet' : 'open: slower than the axis reaches' at screen 0.94, screen 0.95 right textcolor rgb c1 }
too_slow(x) = column('measured') < 0.995 * column(x) ? column('measured') : NaN
plot x with lines lc rgb soft lw 1.4, \
     table using 'by itself':(too_slow('by itself')) with points pt 9 ps 0.8 lc rgb c3, \
     '' using 'by the window':'measured' with points pt 7 ps 0.6 lc rgb c1, \
     '' using 'by the window':(above(column('measured'))) with points pt 8 ps 0.9 lw 1.4 lc rgb c1, \
     '' using 'by the window':(above(column('measured'))):(sprintf('%.1f', column('measured'))) with labels offset 0,-0.9 font (narrow ? ',11' : ',13') textcolor rgb c1
