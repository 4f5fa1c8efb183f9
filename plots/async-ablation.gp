# table: metrics kernels=prefetch.one-tile,async.large-1,async.large-2,async.large-3,async.large-4,async.k8-3,async.k8-6,async.packed-1,async.packed-2,async.packed-3,async.packed-4,async.on-the-way,async.by-fours columns=share n=4096
# label: async.large-1 = large-1
# label: async.large-2 = large-2
# label: async.large-3 = large-3
# label: async.large-4 = large-4
# label: async.k8-3 = k8-3
# label: async.k8-6 = k8-6
# label: async.packed-1 = packed-1
# label: async.packed-2 = packed-2
# label: async.packed-3 = packed-3
# label: async.packed-4 = packed-4
# label: async.on-the-way = on-the-way
# label: async.by-fours = by-fours
# label: one-tile = one-tile
# Share of cuBLAS of each variant, in groups that differ in one thing each.
rows = 13
high = 34 + 26 * (rows + 3)
eval canvas(int(high), int(high))
set lmargin at screen narrow ? 0.3 : 0.2
set rmargin at screen narrow ? 0.86 : 0.9
set tmargin at screen 1 - 24.0 / high
set bmargin at screen 10.0 / high
set xrange [0 : 100]
set yrange [rows + 2.7 : -0.7]
set grid noytics
set ytics format ''
unset xtics
place(i) = i + (i > 0 ? 0.9 : 0) + (i > 6 ? 0.9 : 0) + (i > 10 ? 0.9 : 0)
paint(i) = i == 0 ? c2 : i < 7 ? c1 : i < 11 ? c3 : c4
set label 1 '% of cuBLAS' at graph 0, screen 1 - 10.0 / high left textcolor rgb soft
plot for [i = 0:rows - 1] table using (0):(place(i)):(0):'share':(place(i) - 0.36):(place(i) + 0.36) every ::i::i with boxxyerror fc rgb paint(i) fs solid 0.75, \
     table using (0):(place($0)):(strcol('kernel')) with labels right offset -0.8,0 textcolor rgb ink, \
     table using 'share':(place($0)):(sprintf('%.1f', column('share'))) with labels left offset 0.6,0 textcolor rgb ink
