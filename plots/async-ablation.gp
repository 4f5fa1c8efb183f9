# table: metrics kernels=prefetch.one-tile,async.lone-1,async.lone-2,async.lone-3,async.lone-4,async.k8-3,async.k8-6,async.pair-1,async.pair-2,async.pair-3,async.pair-4,async.on-the-way,async.unpacked,async.tma-lone,async.tma-pair,async.tma-unpacked columns=share n=4096
# label: async.lone-1 = lone-1
# label: async.lone-2 = lone-2
# label: async.lone-3 = lone-3
# label: async.lone-4 = lone-4
# label: async.k8-3 = k8-3
# label: async.k8-6 = k8-6
# label: async.pair-1 = pair-1
# label: async.pair-2 = pair-2
# label: async.pair-3 = pair-3
# label: async.pair-4 = pair-4
# label: async.on-the-way = on-the-way
# label: async.unpacked = unpacked
# label: async.tma-lone = tma-lone
# label: async.tma-pair = tma-pair
# label: async.tma-unpacked = tma-unpacked
# label: one-tile = one-tile
# Share of cuBLAS of each variant, in groups by the way in which tiles come.
rows = 16
heads = 5
head(g) = word('"through registers" "copies, one block on an SM" "copies, two blocks on an SM" "copies, A not packed" "by the copy engine"', g)
first(g) = word('0 1 7 11 13', g) + 0
group(i) = sum [g = 1:heads] (i >= first(g) ? 1 : 0)
place(i) = i + 0.95 * group(i)
paint(i) = word(c2.' '.c1.' '.c1.' '.c1.' '.c3, group(i))
load 'plots/cards.inc'
high = 34 + 26 * (place(rows - 1) + 0.6)
eval canvas(int(high), int(high))
set lmargin at screen narrow ? 0.3 : 0.2
set rmargin at screen narrow ? 0.86 : 0.9
set tmargin at screen 1 - 24.0 / high
set bmargin at screen 10.0 / high
set xrange [0 : 100]
set yrange [place(rows - 1) + 0.6 : 0]
set grid noytics
set ytics format ''
unset xtics
set label 1 '% of cuBLAS' at graph 1, screen 1 - 10.0 / high right textcolor rgb soft
do for [g = 1:heads] { set label 10 + g head(g) at 0, place(first(g)) - 0.82 left textcolor rgb soft }
eval key_of_cards(narrow ? 0.03 : 0.2, 1 - 10.0 / high)
CARDS = of_cards("(column(of_card('share', i)))", '(place($0))', 'points')
plot for [i = 0:rows - 1] table using (0):(place(i)):(0):'share':(place(i) - 0.36):(place(i) + 0.36) every ::i::i with boxxyerror fc rgb paint(i) fs solid 0.75, \
     table using (0):(place($0)):(strcol('kernel')) with labels right offset -0.8,0 textcolor rgb ink, \
     table using 'share':(place($0)):(sprintf('%.1f', column('share'))) with labels left offset 0.6,0 textcolor rgb ink@CARDS
