# table: holders of=wmma topic=map edge=16 only=accumulator,a
# label: accumulator = of the accumulator
# label: a = of A
# Which lane holds which element of a fragment: neighbouring elements of a lane are one
# piece, four lanes share a shade, and one lane's pieces have a rim.
EDGE = 16
rimmed = '5'
stats table using (strlen(strcol('row')) > 0) nooutput
rows = int(STATS_sum)
maps = rows / EDGE
array lane[rows * EDGE]
array fragment[maps]
stats table using (r = int($0), fragment[r / EDGE + 1] = strcol('fragment'), \
  sum [c = 1:EDGE] (lane[r * EDGE + c] = word(strcol(3), c), 0)) nooutput

across = narrow || maps < 2 ? 1 : 2
down = (maps + across - 1) / across
cell_px = narrow ? 20.6 : across == 1 ? 41 : 20.4
row_px = 20.5
left_px = 24.0
top_px = 60.0
pitch_x = left_px + cell_px * EDGE + 8
pitch_y = top_px + row_px * EDGE + 8
high = pitch_y * down + 26
eval canvas(int(high), int(high))
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
set xrange [0 : width]
set yrange [high : 0]
unset xtics
unset ytics
set grid noxtics noytics
x_of(m) = ((m - 1) % across) * pitch_x + left_px
y_of(m) = ((m - 1) / across) * pitch_y + top_px

# What a cell at row r, column c of map m says, and its shade; nothing beyond the edge.
held(m, r, c) = r < 0 || c < 0 || r >= EDGE || c >= EDGE ? '' : lane[((m - 1) * EDGE + r) * EDGE + c + 1]
tone(text) = text eq '' || text eq '?' ? -1 : int(text) / 4
paint(tone) = 29362 + 16777216 * int(255 - 255 * (0.04 + 0.43 * tone / 7.0))
said(text, px) = 9 * strlen(text) < px || !strstrt(text, '+') ? text : (shared = ' +: and another lane.', text[1:strstrt(text, '+')])
shared = ''

# Rectangles of cells that say the same (piece 1) or have one shade (piece 0).
key(piece, m, r, c) = piece || held(m, r, c) eq '' ? held(m, r, c) : sprintf('%d', tone(held(m, r, c)))
array done[EDGE * EDGE]
free(r, c) = c < EDGE ? !done[r * EDGE + c + 1] : 0
set print $parts
print "piece\tx0\ty0\tx1\ty1\tpaint\trim\twords"
do for [piece = 0:1] {
  do for [m = 1:maps] {
    do for [i = 1:EDGE * EDGE] { done[i] = 0 }
    do for [i = 0:EDGE * EDGE - 1] {
      r = i / EDGE; c = i % EDGE
      if (!done[i + 1]) {
        this = key(piece, m, r, c)
        w = 1
        while (free(r, c + w) && key(piece, m, r, c + w) eq this) { w = w + 1 }
        h = 1
        while (r + h < EDGE && (sum [k = 0:w - 1] (key(piece, m, r + h, c + k) eq this)) == w) { h = h + 1 }
        do for [k = 0:w * h - 1] { done[(r + k / w) * EDGE + c + k % w + 1] = 1 }
        print sprintf("%d\t%g\t%g\t%g\t%g\t%d\t%d\t%s", piece, x_of(m) + c * cell_px, y_of(m) + r * row_px, \
          x_of(m) + (c + w) * cell_px, y_of(m) + (r + h) * row_px, paint(tone(held(m, r, c))), \
          held(m, r, c) eq rimmed, said(held(m, r, c), w * cell_px))
      }
    }
  }
}
set print $seams
print "x\ty"
do for [m = 1:maps] {
  do for [turned = 0:1] {
    do for [i = 1:EDGE - 1] {
      from = -1
      do for [j = 0:EDGE] {
        apart = j < EDGE && (turned ? held(m, i - 1, j) ne held(m, i, j) : held(m, j, i - 1) ne held(m, j, i))
        if (apart && from < 0) { from = j }
        if (!apart && from >= 0) {
          do for [k in sprintf('%d %d', from, j)] {
            print sprintf("%g\t%g", x_of(m) + (turned ? k : i) * cell_px, y_of(m) + (turned ? i : k) * row_px)
          }
          print ''
          from = -1
        }
      }
    }
  }
}
unset print

do for [m = 1:maps] {
  set label (narrow ? '' : '16 × 16 elements ').fragment[m] at x_of(m), y_of(m) - 40 left textcolor rgb ink
  do for [i in '0 4 8 12'] {
    set label i at x_of(m) + (i + 0.5) * cell_px, y_of(m) - 11 center textcolor rgb soft
    set label i at x_of(m) - 6, y_of(m) + (i + 0.5) * row_px right textcolor rgb soft
  }
}
set label (narrow ? 'In each cell: its lane.' : 'In each cell: the lane that holds it. Four lanes share a shade.').' Rim: lane '.rimmed.'.'.shared at left_px, high - 14 left textcolor rgb soft
only(wanted) = column('piece') == wanted
mid(a, b) = (column(a) + column(b)) / 2
plot $parts using (only(0) ? mid('x0', 'x1') : NaN):(0):'x0':'x1':'y0':'y1':'paint' with boxxyerror fc rgb variable, \
     $seams using 'x':'y' with lines lc rgb paper lw 1.5, \
     $parts using (only(1) && column('rim') == 1 ? mid('x0', 'x1') : NaN):(0):'x0':'x1':'y0':'y1' with boxxyerror fc rgb ink fs empty border lc rgb ink lw 2, \
     $parts using (only(1) ? mid('x0', 'x1') : NaN):(mid('y0', 'y1')):(strcol('words')) with labels center textcolor rgb ink
