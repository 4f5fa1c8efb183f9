# table: metrics kernels=mma.without-nothing,mma.without-barriers,mma.without-loads,mma.without-copies,mma.without-copies-and-barriers,mma.without-all-three columns=cycles_elapsed n=4096
# label: without-nothing = the whole kernel
# label: without-barriers = no barriers
# label: without-loads = no loads of fragments
# label: without-copies = no copies
# label: without-copies-and-barriers = neither copies nor barriers
# label: without-all-three = none of the three
# Cycles of the last kernel, and of the same without some of its parts; the line is what its products need on all SMs.
rows = 6
least = 393.216
load 'plots/cards.inc'
step = narrow ? 46.0 : 30.0
high = 44 + step * rows
eval canvas(int(high), int(high))
set lmargin at screen narrow ? 0.015 : 0.30
set rmargin at screen narrow ? 0.86 : 0.92
set tmargin at screen 1 - 40.0 / high
set bmargin at screen 6.0 / high
stats table using 'cycles_elapsed' nooutput
set xrange [0 : STATS_max / 1e3 * 1.02]
set yrange [rows : 0]
set grid noytics
set ytics format ''
unset xtics
set label 1 'thousand cycles' at screen 0.012, screen 1 - 12.0 / high left textcolor rgb soft
set arrow 1 from first least, screen 1 - 30.0 / high to first least, graph 0 nohead front lc rgb c2 lw 1.8 dt (8,4)
set label 2 (narrow ? 'products alone: ' : 'products alone, four waves: ').sprintf('%.0f', least) at first least, screen 1 - 24.0 / high right textcolor rgb c2
eval key_of_cards(narrow ? 0.03 : 0.3, 1 - 12.0 / high)
half = 9.0 / step
middle = narrow ? 31.0 / step : 0.5
CARDS = of_cards("(column(of_card('cycles_elapsed', i)) / 1e3)", '($0 + middle)', 'points')
NAMES = narrow ? 'left' : 'right offset -0.8,0'
plot table using (0):($0 + middle):(0):(column('cycles_elapsed') / 1e3):($0 + middle - half):($0 + middle + half) with boxxyerror fc rgb c1 fs solid 0.75, \
     table using (0):($0 + middle - (narrow ? 19.0 / step : 0)):(strcol('kernel')) with labels @NAMES textcolor rgb ink, \
     table using (column('cycles_elapsed') / 1e3):($0 + middle):(sprintf('%.0f', column('cycles_elapsed') / 1e3)) with labels left offset 0.6,0 textcolor rgb ink@CARDS
