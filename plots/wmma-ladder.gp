# table: climb upto=wmma n=4096
# label: fma = FMA ceiling
# label: wmma-registers = WMMA ceiling
# The whole ladder so far on one scale: a mark a chapter, and over each precision of the
# inputs what bounds it. With each mark its speed, its share of its own cuBLAS if there is
# room, and the time of a product.
stats table using (strcol('what') eq 'rung') nooutput
rungs = int(STATS_sum)
groups = ''
stats table using (strstrt(groups.' ', ' '.strcol('inputs').' ') ? 0 : (groups = groups.' '.strcol('inputs'), 1)) nooutput
stats table using (strcol('what') eq 'rung' ? strlen(strcol('name')) : 0) nooutput
longest = STATS_max
stats table using 'TFLOP/s' nooutput
low = STATS_min / 1.6; top = STATS_max * 1.25

step = narrow ? 44.0 : 30.0
head = 46.0                                    # over a group: its name and its bounds
foot = 52.0
high = (head + 4) * words(groups) + step * rungs + foot
eval canvas(int(high), int(high))
left_edge = narrow ? 0.02 : 0.03 + 0.0108 * longest
set lmargin at screen left_edge
set rmargin at screen 0.975
set tmargin at screen 1
set bmargin at screen foot / high
set logscale x
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics (0.1, 1, 10, 100, 1000)
set label 'TFLOP/s' at graph 0.5, screen 12 / high center textcolor rgb soft
heading(inputs) = inputs eq 'float' ? 'FP32' : inputs.' inputs, FP32 sums'
pixels(x) = log(x / low) / log(top / low) * width * (0.975 - left_edge)

# A row a rung: where it stands, and on which side of the mark its words have room.
value_text(first) = short(column('TFLOP/s')).(narrow ? '' : '  ·  '.percent(column('% of its cuBLAS')).(first ? ' of cuBLAS' : '')) \
  .'  ·  '.short(column('ms')).' ms'
of(group) = strcol('inputs') eq group
set print $rungs
print "x\ty\tgroup\tleft\tname\twords"
at = 0
do for [g = 1:words(groups)] {
  group = word(groups, g)
  library = 0; ceiling = 0
  stats table using (of(group) && strcol('what') eq 'library' ? (library = column('TFLOP/s'), 1) : 0) nooutput
  stats table using (of(group) && strcol('what') eq 'ceiling' && column('TFLOP/s') > ceiling ? (ceiling = column('TFLOP/s'), bound = strcol('name'), 1) : 0) nooutput
  set label heading(group) at screen 0.005, first at + 14 left textcolor rgb soft
  at = at + head
  start = at
  first = 1
  stats table using (of(group) && strcol('what') eq 'rung' ? (x = column('TFLOP/s'), text = value_text(first), \
    reach = 7.2 * strlen(text) + 12, near = x < library ? library : ceiling, near = ceiling > x && ceiling < near ? ceiling : near, \
    side = pixels(x) > reach && (near > x && pixels(near) < pixels(x) + reach || pixels(x) + reach > pixels(top)), \
    rows = sprintf("%s%g\t%g\t%d\t%d\t%s\t%s\n", first ? '' : rows, x, at + step * (narrow ? 0.68 : 0.5), g, side, strcol('name'), text), \
    first = 0, at = at + step, 1) : 0) nooutput
  print rows
  set arrow from library, first (library > ceiling ? start - 26 : start - 8) to library, first at nohead front lc rgb c2 lw 1.6 dt (8,4)
  set label 'cuBLAS '.short(library) at library, first (library > ceiling ? start - 32 : start - 14) right offset -0.3,0 textcolor rgb c2
  if (ceiling > 0) {
    set arrow from ceiling, first (library > ceiling ? start - 8 : start - 26) to ceiling, first at nohead front lc rgb c2 lw 2 dt solid
    set label bound.' '.short(ceiling) at ceiling, first (library > ceiling ? start - 14 : start - 32) right offset -0.3,0 textcolor rgb c2
  }
  at = at + 4
}
unset print
stats $rungs using 'left' nooutput
lefts = STATS_sum
rights = STATS_records - lefts
set xrange [low : top]
set yrange [high - foot : 0]
mark(g) = g == 1 ? 7 : 13
LEFTS = lefts > 0 ? "'' using (column('left') == 1 ? column('x') : NaN):'y':(strcol('words')) with labels right offset -1.3,0 boxed textcolor rgb ink," : ''
RIGHTS = rights > 0 ? "'' using (column('left') == 0 ? column('x') : NaN):'y':(strcol('words')) with labels left offset 1.3,0 boxed textcolor rgb ink," : ''
NAMES = narrow ? 'left' : 'right offset -0.8,0'
plot $rungs using 'x':'y':(mark(column('group'))) with points pt variable ps 1.1 lc rgb c1, @LEFTS @RIGHTS \
     '' using (low):(column('y') - (narrow ? 19 : 0)):(strcol('name')) with labels @NAMES textcolor rgb ink
