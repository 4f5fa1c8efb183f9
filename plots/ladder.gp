# table: ladder
# A bar a chapter for the reference card; a thin bar below it for the reader's own card,
# when there is one. The figure grows with the chapters.
is(what) = strcol('what') eq what
only(what, x) = strcol('what') eq what ? x : NaN
stats table using (only('rung', column('TFLOP/s'))) nooutput
rungs = STATS_records
fastest = STATS_max
stats table using (only('library', column('TFLOP/s'))) nooutput
library = STATS_max
stats table using (only('ceiling', column('TFLOP/s'))) nooutput
ceiling = STATS_max
stats table using (strlen(strcol('own TFLOP/s')) > 0) nooutput
own = STATS_sum > 0
top = 1.04 * (fastest > ceiling ? fastest * 1.15 : ceiling)

step = (narrow ? 46.0 : 32.0) + (own ? 18 : 0)
mine = own ? system("sed -n 's/^# own: //p' ".table) : ''
high = 76 + step * rungs + (own ? 18 : 0)
eval canvas(int(high), int(high))
pixels(y) = y / step                           # from pixels to rows
stats table using (only('rung', strlen(strcol('name')))) nooutput
left_edge = narrow ? 0.015 : 0.03 + 0.0108 * STATS_max
set lmargin at screen left_edge
set rmargin at screen 0.985
set tmargin at screen 1 - 44 / high
set bmargin at screen (own ? 46.0 : 28.0) / high
set xrange [0 : top]
set yrange [rungs : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
if (narrow) { set xtics 0, 20 } else { set xtics 0, 10 }
set label 'TFLOP/s' at screen 0.012, screen 1 - 14 / high left textcolor rgb soft

if (own) {
  set label 'thin: your '.mine.(narrow ? '' : ', beside the reference') at screen 0.985, screen 12.0 / high right textcolor rgb c4
}
half = pixels(own ? 7 : 9)
middle = pixels(narrow ? 31 : own ? 14 : 16)    # of a bar, down from its row's top
under = middle + half + pixels(9)               # of the thin bar
set arrow from library, graph 0 to library, graph 1 nohead front lc rgb c2 lw 1.6 dt (8,4)
set arrow from ceiling, graph 0 to ceiling, graph 1 nohead front lc rgb c2 lw 2 dt solid
set label 'FMA ceiling '.short(ceiling) at ceiling, screen 1 - 14 / high right textcolor rgb c2
set label 'cuBLAS '.short(library) at library, screen 1 - 33 / high right textcolor rgb c2

# Where the value would run into a line it stands inside the bar.
reach = (narrow ? 0.3 : 0.165) * top
runs_into(x, line) = x < line && x + reach > line
inside(x) = runs_into(x, library) || runs_into(x, ceiling)

NAMES = narrow ? 'left' : 'right offset -0.8,0'
value_text(x, share) = short(x).(share > 0 ? '  ·  '.percent(share).(column(0) == 0 ? ' of cuBLAS' : '') : '')
OWN = own ? "table using (only('rung', 0)):(column(0) + under):(0):(column('own TFLOP/s'))" \
  .":(column(0) + under - pixels(3)):(column(0) + under + pixels(3)) with boxxyerror fc rgb c4," \
  ." '' using (only('rung', column('own TFLOP/s'))):(column(0) + under):(short(column('own TFLOP/s')).'  ·  '.percent(column('own %')))" \
  ." with labels left offset 0.7,0 font ',12' textcolor rgb c4," : ''
plot @OWN table using (only('rung', 0)):(column(0) + middle):(0):(column('TFLOP/s')):(column(0) + middle - half):(column(0) + middle + half) \
       with boxxyerror fc rgb c1, \
     '' using (inside(column('TFLOP/s')) ? NaN : only('rung', column('TFLOP/s'))):(column(0) + middle):(value_text(column('TFLOP/s'), column('% of cuBLAS'))) \
       with labels left offset 0.7,0 boxed textcolor rgb ink, \
     '' using (inside(column('TFLOP/s')) ? only('rung', column('TFLOP/s')) : NaN):(column(0) + middle):(value_text(column('TFLOP/s'), column('% of cuBLAS'))) \
       with labels right offset -0.7,0 textcolor rgb paper, \
     '' using (only('rung', 0)):(column(0) + middle - (narrow ? pixels(19) : 0)):(strcol('name')) \
       with labels @NAMES textcolor rgb ink
