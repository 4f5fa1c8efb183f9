# table: metrics kernels=naive.naive,coalescing.b-transposed,coalescing.coalesced columns=load_sectors_per_request,store_sectors_per_request
# label: b-transposed = B transposed
# Sectors that one request of a warp moves, on the average of all loads and of all stores.
loads = 'load_sectors_per_request'
stores = 'store_sectors_per_request'
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
set xrange [0 : most * (narrow ? 1.45 : 1.25)]
set yrange [kernels : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics (0, 4, 8, 16, 24, 32)
set label 'sectors of 32 bytes per request' at graph 0.5, screen 10 / high center textcolor rgb soft
half = pixels(8)
upper = pixels(narrow ? 32 : 15)
lower = upper + pixels(19)
NAMES = narrow ? 'left' : 'right offset -0.8,0'
name_at = narrow ? pixels(12) : (upper + lower) / 2
plot table using (0):($0 + upper):(0):(column(loads)):($0 + upper - half):($0 + upper + half) with boxxyerror fc rgb c1, \
     '' using (0):($0 + lower):(0):(column(stores)):($0 + lower - half):($0 + lower + half) with boxxyerror fc rgb c3 fs solid 0.55, \
     '' using (column(loads)):($0 + upper):(sprintf('%.3g a load', column(loads))) with labels left offset 0.7,0 textcolor rgb ink, \
     '' using (column(stores)):($0 + lower):(sprintf('%.3g a store', column(stores))) with labels left offset 0.7,0 textcolor rgb ink, \
     '' using (0):($0 + name_at):(strcol('kernel')) with labels @NAMES textcolor rgb ink
