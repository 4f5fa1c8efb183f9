# table: metrics kernels=registers.same-bank,registers.other-bank,registers.by-rows-float4,registers.zigzag-float4,registers.by-rows,registers.zigzag columns=fma_share,dispatch_per_ffma,loop_measured,cycle_share
# label: by-rows-float4 = by-rows-float4
# label: zigzag-float4 = zigzag-float4
# What an FFMA takes of a scheduler beyond its own cycle: slots for other instructions, dispatch,
# and the rest. Behind: share of cuBLAS, in cycles.
stats table using 'loop_measured' nooutput
kernels = STATS_records
step = narrow ? 52.0 : 36.0
top = narrow ? 58 : 36
high = top + 58 + step * kernels
eval canvas(int(high), int(high))
set lmargin at screen narrow ? 0.035 : 0.165
set rmargin at screen narrow ? 0.96 : 0.9
set tmargin at screen 1 - top / high
set bmargin at screen 58 / high
set xrange [1 : ceil(STATS_max * 20 + 1.8) / 20.0]
set yrange [kernels : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics 0.1 format '%.1f'
set xlabel 'cycles for each multiply-add' textcolor rgb soft offset 0,0.3
upto(i) = i < 1 ? 1 : i > 2 ? column('loop_measured') : 100.0 / column('fma_share') + (i == 2 ? column('dispatch_per_ffma') : 0)
share(x) = sprintf('%.1f %% of cuBLAS', column('cycle_share') + 1e-6)   # a half goes up, as in the tables
paint(i) = word(c1.' '.c2.' '.soft, i)
opaque(i) = word('0.5 0.5 0.25', i) + 0
names = narrow ? '"other instructions" "dispatch" "all else"' \
  : '"other instructions" "held back at dispatch" "all else: waiting, the last wave"'
do for [i = 1:3] {
  x = narrow ? 0.01 + 0.46 * ((i - 1) % 2) : word('0.01 0.26 0.56', i) + 0
  y = 1 - (12 + 21 * (narrow ? (i - 1) / 2 : 0)) / high
  set object i rectangle from screen x, screen y - 6 / high to screen x + 14.0 / width, screen y + 6 / high fc rgb paint(i) fs solid opaque(i)
  set label i sprintf('%d %s', i, word(names, i)) at screen x + 20.0 / width, screen y left textcolor rgb ink
}
pixels(y) = y / step
middle = narrow ? pixels(36) : 0.5
name_at = narrow ? pixels(14) : 0.5
NAMES = narrow ? 'left' : 'right offset -0.8,0'
hair = 1.5 * (ceil(STATS_max * 20 + 0.4) / 20.0 - 1) / (width * (narrow ? 0.925 : 0.735))   # of paper between two parts, which may be alike in grey
end(i) = upto(i) - upto(i - 1) > 2 * hair ? upto(i) - hair : upto(i)
digit(i) = upto(i) - upto(i - 1) > 9 * hair ? (upto(i) + upto(i - 1)) / 2 : NaN
SHARE = narrow ? '' : ", table using 'loop_measured':($0 + 0.5):(share(0)) with labels left offset 0.6,0 textcolor rgb ink"
plot for [i = 1:3] table using (1):($0 + middle):(upto(i - 1)):(end(i)):($0 + middle - pixels(10)):($0 + middle + pixels(10)) with boxxyerror fc rgb paint(i) fs solid opaque(i), \
     for [i = 1:3] table using (digit(i)):($0 + middle):(sprintf('%d', i)) with labels center textcolor rgb ink, \
     table using (1):($0 + name_at):(strcol('kernel').(narrow ? ', '.share(0) : '')) with labels @NAMES textcolor rgb ink@SHARE
