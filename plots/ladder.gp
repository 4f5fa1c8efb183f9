# table: ladder
# label: fma = multiply-adds alone
# label: wmma-registers = WMMA alone
# A panel for each precision of the inputs, on a scale of its own. In it a bar a chapter for
# the reference card; a thin bar below it for the reader's own card, when there is one, and
# for each of CARDS. The figure grows with the chapters.
stats table using (strcol('what') eq 'rung') nooutput
all_rungs = int(STATS_sum)
groups = ''
stats table using (strstrt(groups.' ', ' '.strcol('inputs').' ') ? 0 : (groups = groups.' '.strcol('inputs'), 1)) nooutput
panels = words(groups)
stats table using (strlen(strcol('own TFLOP/s')) > 0) nooutput
own = STATS_sum > 0
load 'plots/own.inc'
load 'plots/cards.inc'
thin = own + cards
yours(i) = own && i == 1
speed_of(i) = yours(i) ? 'own TFLOP/s' : of_card('TFLOP/s', i - own)
share_of(i) = yours(i) ? 'own %' : of_card('%', i - own)
who(i) = !cards ? '' : '  ·  '.(yours(i) ? 'your '.mine : card(i - own))
stats table using (strcol('what') eq 'rung' ? strlen(strcol('name')) : NaN) nooutput
longest = STATS_max

step = (narrow ? 46.0 : 32.0) + 18 * thin
head = 44.0
foot = 42.0                                    # of a panel: its axis
high = 8 + (head + foot) * panels + step * all_rungs + (thin ? 18 : 0) - 18 * (panels == 1)
eval canvas(int(high), int(high))
pixels(y) = y / step                           # from pixels to rows
left_edge = narrow ? 0.015 : 0.03 + 0.0108 * longest
set lmargin at screen left_edge
set rmargin at screen 0.985
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
half = pixels(thin ? 7 : 9)
middle = pixels(narrow ? 31 : thin ? 14 : 16)    # of a bar, down from its row's top
under(i) = middle + half + pixels(18 * i - 9)   # of the i-th thin bar
tics(top) = (n = narrow ? 4 : 8, top <= 10 * n ? 10 : top <= 20 * n ? 20 : top <= 50 * n ? 50 : top <= 100 * n ? 100 : 200)
heading(inputs) = inputs eq 'float' ? 'FP32' : inputs.' inputs'

# Where the value would run into a line it stands inside the bar, this side of the library's.
reach(of) = (narrow ? 0.3 : 0.18) * (of ? 1.65 : 1) * top
runs_into(x, line, of) = x < line && x + reach(of) > line
inside(x, of) = runs_into(x, library, of) || runs_into(x, ceiling, of)
this_side(x, of) = x > library && x - reach(of) < library ? library : x
inner(x, of) = inside(x, of) ? only('rung', this_side(x, of)) : NaN
outer(x, of) = inside(x, of) ? NaN : only('rung', x)
value_text(x, share, of) = short(x).(share > 0 ? '  ·  '.percent(share).(of ? ' of cuBLAS' : '') : '')
row(place) = column(0) - first + place
only(what, x) = strcol('what') eq what && strcol('inputs') eq group ? x : NaN

OF = "column('TFLOP/s'), column(0) == first"
TEXT = "(value_text(column('TFLOP/s'), column('% of cuBLAS'), column(0) == first))"
thin_text(i) = short(column(speed_of(i))).'  ·  '.percent(column(share_of(i))).who(i)
THIN = "for [i in some] table using (only('rung', 0)):(row(under(int(i)))):(0):(column(speed_of(int(i))))" \
  .":(row(under(int(i))) - pixels(3)):(row(under(int(i))) + pixels(3)) with boxxyerror fc rgb c4," \
  ." for [i in some] '' using (only('rung', column(speed_of(int(i))))):(row(under(int(i)))):(thin_text(int(i)))" \
  ." with labels left offset 0.7,0 font ',12' textcolor rgb c4,"
BARS = "table using (only('rung', 0)):(row(middle)):(0):(column('TFLOP/s')):(row(middle) - half):(row(middle) + half)" \
  ." with boxxyerror fc rgb c1,"
OUTER = "'' using (outer(".OF.")):(row(middle)):".TEXT." with labels left offset 0.7,0 boxed textcolor rgb ink,"
INNER = "'' using (inner(".OF.")):(row(middle)):".TEXT." with labels right offset -0.7,0 textcolor rgb paper,"
NAMES = "'' using (only('rung', 0)):(row(middle) - (narrow ? pixels(19) : 0)):(strcol('name'))" \
  .' with labels '.(narrow ? 'left' : 'right offset -0.8,0').' textcolor rgb ink'

at = high
if (panels > 1) { set multiplot }
do for [g = 1:panels] {
  group = word(groups, g)
  set xrange [*:*]
  set yrange [*:*]
  stats table using (only('rung', column('TFLOP/s'))) nooutput
  rungs = STATS_records
  fastest = STATS_max
  stats table using (only('rung', column(0))) nooutput
  first = STATS_min
  stats table using (only('library', column('TFLOP/s'))) nooutput
  library = STATS_max
  ceiling = 0
  stats table using (only('ceiling', column('TFLOP/s')) > ceiling ? (ceiling = column('TFLOP/s'), name = strcol('name'), 1) : 0) nooutput
  top = fastest * 1.15
  top = 1.04 * (top > ceiling ? top > library ? top : library : ceiling > library ? ceiling : library)
  # A thin bar ends where its words have room.
  some = ''
  do for [i = 1:thin] {
    stats table using (only('rung', 1) == 1 && strlen(strcol(speed_of(i))) > 0 ? column(speed_of(i)) : 0) nooutput
    if (STATS_max > 0) {
      some = some.' '.i
      room = 1 - 6.8 * (16 + strlen(who(i))) / (width * (0.985 - left_edge))
      if (STATS_max / room > top) { top = STATS_max / room }
    }
  }

  stats table using (inner(column('TFLOP/s'), column(0) == first) > 0) nooutput
  inners = STATS_sum

  set tmargin at screen (at - head) / high
  set bmargin at screen (at - head - step * rungs) / high
  set xrange [0 : top]
  set yrange [rungs : 0]
  set xtics 0, tics(top)
  set label 1 'TFLOP/s'.(panels > 1 ? ', '.heading(group) : '') at screen 0.012, screen (at - 14) / high left textcolor rgb soft
  set arrow 1 from library, graph 0 to library, graph 1 nohead front lc rgb c2 lw 1.6 dt (8,4)
  unset arrow 2
  unset label 2
  if (ceiling > 0) {
    set arrow 2 from ceiling, graph 0 to ceiling, graph 1 nohead front lc rgb c2 lw 2 dt solid
    set label 2 name.' '.short(ceiling) at ceiling, screen (at - 14) / high right offset -0.3,0 textcolor rgb c2
  }
  set label 3 'cuBLAS '.short(library) at library, screen (at - 33) / high right offset -0.3,0 textcolor rgb c2

  if (thin && g == panels) {
    set label 4 cards ? 'thick: the reference' : 'thin: your '.mine.(narrow ? '' : ', beside the reference') at screen 0.985, screen 12.0 / high right textcolor rgb cards ? soft : c4
  }
  eval 'plot '.(words(some) ? THIN : '').BARS.(inners < rungs ? OUTER : '').(inners > 0 ? INNER : '').NAMES
  at = at - head - foot - step * rungs
}
if (panels > 1) { unset multiplot }
