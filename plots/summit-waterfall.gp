# table: metrics kernels=naive.rung,coalescing.rung,tiling.rung,coarsening-1d.rung,coarsening-2d.rung,vectorized.rung,autotuning.rung,warptiling.rung,registers.rung,summit.stream-k,summit.rung columns=cycles_per_step
# label: naive.rung = naive
# label: coalescing.rung = coalescing
# label: tiling.rung = tiling
# label: coarsening-1d.rung = 1D coarsening
# label: coarsening-2d.rung = 2D coarsening
# label: vectorized.rung = vectorized
# label: autotuning.rung = autotuning
# label: warptiling.rung = warptiling
# label: registers.rung = registers
# label: stream-k = stream-k
# label: summit.rung = the summit
# Cycles that a scheduler takes for one multiply-add of a warp, rung by rung, on a log scale,
# and what each rung removed of those before it.
stats table using 'cycles_per_step' nooutput
rungs = STATS_records
load 'plots/cards.inc'
step = narrow ? 44.0 : 30.0
top = 30
high = top + 58 + step * rungs
eval canvas(int(high), int(high))
set lmargin at screen narrow ? 0.035 : 0.27
set rmargin at screen 0.95
set tmargin at screen 1 - top / high
set bmargin at screen 58 / high
set logscale x
set xrange [1 : 4 * STATS_max * 1.2]
set yrange [rungs : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics (1, 2, 5, 10, 20, 50, 100) format '%g'
set xlabel narrow ? 'cycles for each multiply-add' : 'cycles of a scheduler for each multiply-add of a warp' textcolor rgb soft offset 0,0.3
set object 1 rectangle from screen 0.01, screen 1 - 18 / high to screen 0.01 + 14.0 / width, screen 1 - 6 / high fc rgb c1 fs solid 0.75
set label 1 'left' at screen 0.01 + 20.0 / width, screen 1 - 12 / high left textcolor rgb ink
set object 2 rectangle from screen narrow ? 0.2 : 0.12, screen 1 - 18 / high to screen (narrow ? 0.2 : 0.12) + 14.0 / width, screen 1 - 6 / high fc rgb soft fs solid 0.3
set label 2 'removed by this rung' at screen (narrow ? 0.2 : 0.12) + 20.0 / width, screen 1 - 12 / high left textcolor rgb ink
pixels(y) = y / step
middle = narrow ? pixels(31) : 0.5
half = pixels(narrow ? 8 : 9)
name_at = narrow ? pixels(13) : 0.5
NAMES = narrow ? 'left' : 'right offset -0.8,0'
eval key_of_cards(narrow ? 0.68 : 0.4, 1 - 12 / high)
CARDS = of_cards("(4 * column(of_card('cycles_per_step', i)))", '($0 + middle)', 'points')
cycles = 0
before = 0
now(x) = (before = cycles, cycles = x, x)
NUMBERS = narrow ? '' : ", cycles = 0, table using (now(4 * column('cycles_per_step')), $0 > 0 ? before : cycles):($0 + 0.5):(short(cycles)) with labels left offset 0.6,0 textcolor rgb ink"
plot table using (1):($0 + middle):(1):(4 * column('cycles_per_step')):($0 + middle - half):($0 + middle + half) with boxxyerror fc rgb c1 fs solid 0.75, \
     table using (1):($0 + middle):(now(4 * column('cycles_per_step')), cycles):($0 > 0 ? before : cycles):($0 + middle - half):($0 + middle + half) with boxxyerror fc rgb soft fs solid 0.3, \
     table using (1):($0 + name_at):(narrow ? sprintf('%s, %s', strcol('kernel'), short(4 * column('cycles_per_step'))) : strcol('kernel')) with labels @NAMES textcolor rgb ink@NUMBERS@CARDS
