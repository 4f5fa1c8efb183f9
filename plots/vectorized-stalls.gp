# table: metrics kernels=vectorized.scalar,vectorized.transposed,vectorized.spread,vectorized.transposed-spread,vectorized.float4-loads,vectorized.float4-transposed,vectorized.float4-spread,vectorized.vectorized columns=stall_total,stall_long,stall_dispatch,stall_short,stall_mio,stall_barrier,stall_selected,stall_ready
# Where the cycles of a warp go between one instruction and the next, in four pairs: without the
# transposed tile, and with it.
stats table using 'stall_total' nooutput
kernels = STATS_records
most = STATS_max

step = narrow ? 46.0 : 28.0
apart = 12.0
parts = 7
columns = narrow ? 2 : 3
top = narrow ? 97 : 76
high = top + 54 + step * kernels + apart * (kernels / 2 - 1)
eval canvas(int(high), int(high))
set lmargin at screen narrow ? 0.035 : 0.2
set rmargin at screen narrow ? 0.94 : 0.88
set tmargin at screen 1 - top / high
set bmargin at screen 54 / high
set xrange [0 : ceil(most * 2) / 2.0]
set yrange [step * kernels + apart * (kernels / 2 - 1) : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics 0, 1 format '%g'

# From left to right, the rest last. place: where the row of a kernel begins, in pixels.
part(i) = i == 1 ? column('stall_long') \
        : i == 2 ? column('stall_dispatch') \
        : i == 3 ? column('stall_short') + column('stall_mio') \
        : i == 4 ? column('stall_barrier') \
        : i == 5 ? column('stall_selected') \
        : i == 6 ? column('stall_ready') \
        : column('stall_total') - upto(6)
upto(i) = i < 1 ? 0 : upto(i - 1) + part(i)
place(row) = step * row + apart * int(row / 2)
paints = c4.' '.c2.' '.c3.' '.c2.' '.c1.' '.c1.' '.soft
paint(i) = word(paints, i)
opaque(i) = word('0.5 0.22 0.5 0.5 0.55 0.22 0.3', i) + 0
names = narrow ? '"global or local" "held at dispatch" "shared memory" "a barrier" "begins one" "another warp does" "all else"' \
  : '"waits for global or local" "held back at dispatch" "waits for shared memory" "waits at a barrier" "begins an instruction" "ready, another goes first" "all else"'

do for [i = 1:parts] {
  x = 0.01 + (narrow ? 0.5 : 0.345) * ((i - 1) % columns)
  y = 1 - (12 + 21 * ((i - 1) / columns)) / high
  set object i rectangle from screen x, screen y - 6 / high to screen x + 14.0 / width, screen y + 6 / high fc rgb paint(i) fs solid opaque(i)
  set label i sprintf('%d %s', i, word(names, i)) at screen x + 20.0 / width, screen y left textcolor rgb ink
}
middle = narrow ? 33.0 : step / 2
name_at = narrow ? 13.0 : step / 2
NAMES = narrow ? 'left' : 'right offset -0.8,0'
hair = 14.0 / width                # of paper between two parts, which may be alike in grey
end(i) = part(i) > 2 * hair ? upto(i) - hair : upto(i)
digit(i) = part(i) > (narrow ? 0.35 : 0.2) ? upto(i) - part(i) / 2 : NaN
set xlabel 'cycles of a warp from one instruction to the next' textcolor rgb soft offset 0,0.3
if (narrow) { set xlabel 'cycles from one instruction to the next' }
CYCLES = narrow ? '' : ", table using (column('stall_total')):(place($0) + middle):(short(column('stall_total'))) with labels left offset 0.6,0 textcolor rgb soft"
plot for [i = 1:parts] table using (0):(place($0) + middle):(upto(i - 1)):(end(i)):(place($0) + middle - 9):(place($0) + middle + 9) with boxxyerror fc rgb paint(i) fs solid opaque(i), \
     for [i = 1:parts] table using (digit(i)):(place($0) + middle):(sprintf('%d', i)) with labels center textcolor rgb ink, \
     table using (0):(place($0) + name_at):(narrow ? sprintf('%s, %s cycles', strcol('kernel'), short(column('stall_total'))) : strcol('kernel')) with labels @NAMES textcolor rgb ink@CYCLES
