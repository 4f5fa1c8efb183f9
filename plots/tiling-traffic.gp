# table: metrics kernels=coalescing.coalesced,tiling.tile-8,tiling.tile-16,tiling.tile-32 columns=l1_bytes,dram_read_bytes
# label: tile-8 = tile 8
# label: tile-16 = tile 16
# label: tile-32 = tile 32
# Gigabytes that came into L1, and that came from memory, for one product.
loads = 'l1_bytes'
stores = 'dram_read_bytes'
stats table using loads nooutput
kernels = STATS_records
most = STATS_max
stats table using stores nooutput
most = STATS_max > most ? STATS_max : most

step = narrow ? 66.0 : 48.0
high = 70 + step * kernels
eval canvas(int(high), int(high))
left_edge = narrow ? 0.02 : 0.165
set lmargin at screen left_edge
set rmargin at screen narrow ? 0.97 : 0.975
set tmargin at screen 1 - 10 / high
set bmargin at screen 50 / high
pixels(y) = y / step
set xrange [0 : most / 1e9 * (narrow ? 1.45 : 1.25)]
set yrange [kernels : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics 0, 20
set label 'gigabytes for a product of 4096 × 4096 matrices' at graph 0.5, screen 10 / high center textcolor rgb soft
half = pixels(8)
upper = pixels(narrow ? 32 : 15)
lower = upper + pixels(19)
NAMES = narrow ? 'left' : 'right offset -0.8,0'
name_at = narrow ? pixels(12) : (upper + lower) / 2
plot table using (0):($0 + upper):(0):(column(loads) / 1e9):($0 + upper - half):($0 + upper + half) with boxxyerror fc rgb c1, \
     '' using (0):($0 + lower):(0):(column(stores) / 1e9):($0 + lower - half):($0 + lower + half) with boxxyerror fc rgb c3 fs solid 0.55, \
     '' using (column(loads) / 1e9):($0 + upper):(sprintf('%.1f into L1', column(loads) / 1e9)) with labels left offset 0.7,0 boxed textcolor rgb ink, \
     '' using (column(stores) / 1e9):($0 + lower):(sprintf('%.1f from memory', column(stores) / 1e9)) with labels left offset 0.7,0 boxed textcolor rgb ink, \
     '' using (0):($0 + name_at):(strcol('kernel')) with labels @NAMES textcolor rgb ink
