# table: steps kernels=wmma.fragment,wmma.fragments-4x4,wmma.staged,wmma.staged-padded,wmma.async,wmma.async-64x64,wmma.preload,wmma.pipelined ceilings=wmma.wmma-shared-ahead,wmma.wmma-registers library=wmma.cublas n=4096
# label: fragment = a fragment
# label: fragments-4x4 = 4 × 4 fragments
# label: staged = staged
# label: staged-padded = and padded
# label: async = copied asynchronously
# label: async-64x64 = 64 × 64 to a warp
# label: preload = loaded ahead
# label: pipelined = a larger tile
# label: wmma-shared-ahead = fragments from shared memory
# label: wmma-registers = fragments in registers
# label: cublas = cuBLAS
# Step by step to what fragments can do at most, when fed from shared memory and not fed
# at all, and to what the library does without them.
is(what) = strcol('what') eq what
stats table using (is('kernel')) nooutput
kernels = int(STATS_sum)
stats table using (is('kernel') ? 0 : 1) nooutput
limits = int(STATS_sum)
stats table using 'TFLOP/s' nooutput
top = STATS_max * 1.04
load 'plots/cards.inc'
do for [i = 1:cards] {
  stats table using of_card('TFLOP/s', i) nooutput
  if (STATS_max * 1.04 > top) { top = STATS_max * 1.04 }
}
stats table using (is('kernel') ? strlen(strcol('name')) : 0) nooutput
longest = STATS_max
array limit[limits]
array its_name[limits]
stats table using (is('kernel') ? 0 : (i = int($0) - kernels + 1, limit[i] = column('TFLOP/s'), its_name[i] = strcol('name'), 1)) nooutput

# Where the value would run into a line it stands inside the bar.
reach = (narrow ? 0.3 : 0.165) * top
inside(x) = sum [j = 1:limits] (x < limit[j] && x + reach > limit[j])
only(x, wanted) = is('kernel') && (inside(x) > 0) == wanted ? x : NaN
value_text(x, share) = short(x).'  ·  '.percent(share).(column(0) == 0 ? ' of cuBLAS' : '')
stats table using (is('kernel') && inside(column('TFLOP/s')) > 0) nooutput
inner = STATS_sum

step = narrow ? 46.0 : 32.0
head = 14 + 19.0 * (limits + (narrow && cards > 0))
high = head + step * kernels + 32
eval canvas(int(high), int(high))
pixels(y) = y / step
set lmargin at screen narrow ? 0.015 : (16 + 7.6 * longest) / width
set rmargin at screen 0.985
set tmargin at screen 1 - head / high
set bmargin at screen 28.0 / high
set xrange [0 : top]
set yrange [kernels : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics 0, narrow ? 200 : 100
set label 'TFLOP/s' at screen 0.012, screen 1 - 14 / high left textcolor rgb soft
eval key_of_cards(narrow ? 0.03 : 0.125, 1 - (narrow ? head - 8 : 14.0) / high)

# Each limit is a line with its name at the upper end, the greatest on top.
do for [i = 1:limits] {
  place = 1 + sum [j = 1:limits] (limit[j] > limit[i])
  y = 1 + 5 / high - (19.0 * place) / high
  eval 'set arrow from first limit[i], screen y - 8 / high to first limit[i], graph 0 nohead front lc rgb c2 lw '.word('1.8 2 1.6', i).' dt '.word('(2,3) solid (8,4)', i)
  set label its_name[i].' '.short(limit[i]) at first limit[i], screen y right offset -0.3,0 textcolor rgb c2
}

half = pixels(9)
middle = pixels(narrow ? 31 : 16)
NAMES = narrow ? 'left' : 'right offset -0.8,0'
TO = "(only(column('TFLOP/s'), "; REST = ")):(column(0) + middle):(value_text(column('TFLOP/s'), column('% of cuBLAS'))) with labels "
INNER = inner > 0 ? "'' using ".TO."1".REST."right offset -0.7,0 textcolor rgb paper," : ''
OUTER = inner < kernels ? "'' using ".TO."0".REST."left offset 0.7,0 boxed textcolor rgb ink," : ''
CARDS = of_cards("(is('kernel') ? column(of_card('TFLOP/s', i)) : NaN)", '(column(0) + middle)', 'points')
plot table using (is('kernel') ? 0 : NaN):(column(0) + middle):(0):(column('TFLOP/s')):(column(0) + middle - half):(column(0) + middle + half) \
       with boxxyerror fc rgb c1, @INNER @OUTER \
     '' using (is('kernel') ? 0 : NaN):(column(0) + middle - (narrow ? pixels(19) : 0)):(strcol('name')) with labels @NAMES textcolor rgb ink@CARDS
