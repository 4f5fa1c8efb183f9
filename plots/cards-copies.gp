# table: probes of=cards topic=copies only=all-gather,peer-all-ways rows=size
# label: all-gather = all-gather
# label: peer-all-ways = peer-all-ways
# Bytes that come to a card in a second, over the bytes of the whole array, of which the card has a half.
eval canvas(330, 380)
set logscale x 2
set lmargin at screen narrow ? 0.12 : 0.06
set rmargin at screen narrow ? 0.93 : 0.84
set tmargin at screen 0.885
set bmargin at screen 0.165
set xrange [6000 : 7e8]
if (narrow) { set xtics ('8 KiB' 8192, '512 KiB' 524288, '32 MiB' 33554432, '512 MiB' 536870912) } else { set xtics ('8 KiB' 8192, '128 KiB' 131072, '2 MiB' 2097152, '32 MiB' 33554432, '512 MiB' 536870912) }
set yrange [0 : 430]
set ytics 100
set label 'GB/s' at screen 0.005, graph 1.075 left textcolor rgb soft
set xlabel 'bytes that come to a card' textcolor rgb soft offset 0,0.3
peer = 'peer-all-ways'; nccl = 'all-gather'
stats table using (column('size') == 1073741824 ? column(peer) : NaN) nooutput
y_peer = STATS_max
stats table using (column('size') == 1073741824 ? column(nccl) : NaN) nooutput
y_nccl = STATS_max
if (narrow) {
  set label 'DMA engines' at 536870912, y_peer right offset -4, 0.9 textcolor rgb c1
  set label 'NCCL' at 536870912, y_nccl right offset 0, -2.6 textcolor rgb c3
} else {
  set label 'DMA engines' at 536870912, y_peer left offset 1.2, 0 textcolor rgb c1
  set label 'NCCL' at 536870912, y_nccl left offset 1.2, 0 textcolor rgb c3
}
plot table using (column('size') / 2):nccl with linespoints ls 3, '' using (column('size') / 2):peer with linespoints ls 1
