# table: published
# A dot a card, chapter by chapter: this book's in front, then what others published; in two columns
# where there is room, or paper would have to shrink so tall a figure.
stats table using (strcol('what') eq 'reference') nooutput
chapters = int(STATS_sum)
cards = STATS_records
stats table using 'TFLOP/s' nooutput
low = STATS_min; top = STATS_max
after(start, card) = strstrt(card, start) == 1 ? card[strlen(start) + 1:*] : card
name(card) = after('GeForce ', after('NVIDIA ', card))
stats table using (strlen(name(strcol('card')))) nooutput
longest = STATS_max
line = 20.0
head = 28.0

# Rows go down a column, and a new chapter leaves room for its name. The second column begins with
# the chapter that would reach beyond the middle.
rows = line * cards + head * chapters
split = ''
y = 0; previous = ''
if (!narrow) {
  stats table using (new = strcol('chapter') ne previous, previous = strcol('chapter'), \
    new && split eq '' && y > (rows - head) / 2 - 2 * line ? (split = previous, first = y) : 0, y = y + line + (new ? head : 0)) nooutput
}
columns = split eq '' ? 1 : 2
tall = columns == 1 ? rows : first > rows - first ? first : rows - first
high = tall + 106
eval canvas(int(high), int(high))
across = width / real(columns)
left_px = 9.4 * longest + 18
label_share = 125.0 / (0.98 * across - left_px)   # for the longest value
x_high = top * exp(log(1.5 * top / low) * label_share / (1 - label_share))
decade = (0.98 * across - left_px) / log10(1.5 * x_high / low)
scale = decade < 32 ? "(0.01, '' 0.1, 1, '' 10, 100, '' 1000)" : "(0.01, 0.1, 1, 10, 100, '' 1000)"
set tmargin at screen 1 - 42 / high
set bmargin at screen 1 - (56 + tall) / high
set logscale x
set xrange [low / 1.5 : x_high]
set yrange [tall + 10 : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
set xtics @scale
set logscale x2
set x2range [low / 1.5 : x_high]
set x2tics @scale

# next() must see every row once, in order; `restart` stands before each series.
next(chapter) = (side = chapter eq split ? 2 : side, \
  y = y + (side != part ? 0 : chapter ne previous ? head + line : line), previous = chapter, side == part ? y - line / 2 : NaN)
restart = "y = 0, previous = '', side = 1,"
value_text(x, share) = short(x).(share > 0 ? '  ·  '.percent(share) : '')
kind(what) = what eq 'reference' ? 1 : what eq 'own' ? 2 : 3
size(what) = word('0.9 1 0.7', kind(what)) + 0
mark(what) = word('7 13 7', kind(what)) + 0
paint(what) = int(word('29362 13400487 7763574', kind(what)))     # c1, c4, soft
if (columns > 1) { set multiplot }
do for [part = 1:columns] {
  set lmargin at screen ((part - 1) * across + left_px) / width
  set rmargin at screen (part - 0.02) * across / width
  set label 1 'TFLOP/s' at graph 0, screen 1 - 22 / high right offset -1.6,0 textcolor rgb soft   # a scale at either end: the figure is tall
  set label 2 'TFLOP/s' at graph 0, screen 29 / high right offset -1.6,0 textcolor rgb soft
  plot @restart table using (column('TFLOP/s')):(next(strcol('chapter'))):(size(strcol('what'))):(mark(strcol('what'))):(paint(strcol('what'))) \
       with points ps variable pt variable lc rgb variable, \
     @restart table using (column('TFLOP/s')):(next(strcol('chapter'))):(value_text(column('TFLOP/s'), column('% of its cuBLAS'))) \
       with labels left offset 1,0 boxed textcolor rgb ink, \
     @restart table using (low / 1.5):(next(strcol('chapter'))):(name(strcol('card'))) with labels right offset -0.8,0 textcolor rgb ink, \
     @restart table using (low / 1.5):(at = strcol('chapter') ne previous, next(strcol('chapter')) - line):(at ? '{/:Bold '.strcol('chapter').'}' : '') \
       with labels left textcolor rgb ink
}
if (columns > 1) { unset multiplot }
