# table: metrics kernels=naive.naive,coalescing.coalesced,tiling.tile-32-ahead,coarsening-1d.rung,coarsening-2d.rung,vectorized.rung,autotuning.rung,warptiling.rung,warptiling.cublas columns=stall_total,stall_selected,stall_ready,stall_long,stall_lg,stall_short,stall_mio,stall_barrier
# label: naive = naive
# label: coalesced = coalescing
# label: tile-32-ahead = tiling
# label: coarsening-1d.rung = 1D coarsening
# label: coarsening-2d.rung = 2D coarsening
# label: vectorized.rung = vectorized
# label: autotuning.rung = autotuning
# label: warptiling.rung = warptiling
# label: cublas = cuBLAS
# Where the cycles of a warp go between one instruction and the next, kernel by kernel.
stats table using 'stall_total' nooutput
kernels = STATS_records

step = narrow ? 54.0 : 36.0
top = narrow ? 76 : 56
high = top + 34 + step * kernels
eval canvas(int(high), int(high))
set lmargin at screen narrow ? 0.035 : 0.165
set rmargin at screen narrow ? 0.94 : 0.88
set tmargin at screen 1 - top / high
set bmargin at screen 34 / high
pixels(y) = y / step
set xrange [0 : 100]
set yrange [kernels : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics 0, 25 format '%g %%'

# What the counters tell apart, in six parts, from left to right.
part(i) = i == 1 ? column('stall_selected') \
        : i == 2 ? column('stall_ready') \
        : i == 3 ? column('stall_short') + column('stall_mio') \
        : i == 4 ? column('stall_barrier') \
        : i == 5 ? column('stall_long') + column('stall_lg') \
        : column('stall_total') - upto(5)
upto(i) = i < 1 ? 0 : upto(i - 1) + part(i)
left(i) = 100 * upto(i - 1) / column('stall_total')
right(i) = 100 * upto(i) / column('stall_total')
paint(i) = word(c1.' '.c1.' '.c3.' '.c2.' '.c4.' '.soft, i)
opaque(i) = word('0.95 0.4 0.75 0.75 0.75 0.45', i) + 0
names = narrow ? '"begins an instruction" "another warp does" "shared memory" "a barrier" "global memory" "latency, units"' \
  : '"begins an instruction" "could, but another warp does" "waits for shared memory" "waits at a barrier" "waits for global memory" "latency, registers, units"'

# The key, above: a box and its words, in two columns on paper or three.
columns = narrow ? 2 : 3
do for [i = 1:6] {
  x = 0.01 + (narrow ? 0.5 : 0.335) * ((i - 1) % columns)
  y = 1 - (12 + 21 * ((i - 1) / columns)) / high
  set object i rectangle from screen x, screen y - 6 / high to screen x + 14.0 / width, screen y + 6 / high fc rgb paint(i) fs solid opaque(i)
  set label i sprintf('%d %s', i, word(names, i)) at screen x + 20.0 / width, screen y left textcolor rgb ink
}
half = pixels(10)
middle = narrow ? pixels(36) : 0.5
NAMES = narrow ? 'left' : 'right offset -0.8,0'
name_at = narrow ? pixels(14) : 0.5
digit(i) = right(i) - left(i) > (narrow ? 7 : 4) ? (left(i) + right(i)) / 2 : NaN
CYCLES = narrow ? '' : ", table using (100):($0 + name_at):(sprintf('%s cycles', short(column('stall_total')))) with labels left offset 0.6,0 textcolor rgb soft"
plot for [i = 1:6] table using (0):($0 + middle):(left(i)):(right(i)):($0 + middle - half):($0 + middle + half) with boxxyerror fc rgb paint(i) fs solid opaque(i), \
     for [i = 1:6] table using (digit(i)):($0 + middle):(sprintf('%d', i)) with labels center textcolor rgb ink, \
     table using (0):($0 + name_at):(narrow ? sprintf('%s, %s cycles', strcol('kernel'), short(column('stall_total'))) : strcol('kernel')) with labels @NAMES textcolor rgb ink@CYCLES
