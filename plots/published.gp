# table: published
# A dot a card, chapter by chapter: this book's in front, then what others published.
stats table using (strcol('what') eq 'reference') nooutput
chapters = int(STATS_sum)
cards = STATS_records
stats table using (strcol('what') eq 'own') nooutput
own = STATS_sum > 0
stats table using 'TFLOP/s' nooutput
low = STATS_min; top = STATS_max
after(start, card) = strstrt(card, start) == 1 ? card[strlen(start) + 1:*] : card
name(card) = after('GeForce ', after('NVIDIA ', card))
stats table using (strlen(name(strcol('card')))) nooutput
longest = STATS_max
line = 20.0
head = 28.0
high = line * cards + head * chapters + 106
eval canvas(int(high), int(high))
left_edge = (9.4 * longest + 18) / width
set lmargin at screen left_edge
set rmargin at screen 0.98
set tmargin at screen 1 - 42 / high
set bmargin at screen 50 / high
set logscale x
label_share = (narrow ? 125.0 : 205.0) / (width * (0.98 - left_edge))   # for the longest value
x_high = top * exp(log(1.5 * top / low) * label_share / (1 - label_share))
set xrange [low / 1.5 : x_high]
set yrange [high - 96 : 0]
set grid noytics
set grid xtics lt 1 lc rgb grid lw 1
set ytics format ''
decade = width * (0.98 - left_edge) / log10(1.5 * x_high / low)
scale = decade < 32 ? "(0.01, '' 0.1, 1, '' 10, 100, '' 1000)" : narrow ? "(0.01, 0.1, 1, 10, 100, '' 1000)" : '(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000)'
set xtics @scale
set logscale x2
set x2range [low / 1.5 : x_high]
set x2tics @scale
set label 'TFLOP/s' at graph 0, screen 1 - 22 / high right offset -1.6,0 textcolor rgb soft   # a scale at either end: the figure is tall
set label 'TFLOP/s' at graph 0, screen 29 / high right offset -1.6,0 textcolor rgb soft

# Rows go down the page, and a new chapter leaves room for its name. next() must see every
# row once, in order; `restart` stands before each series.
next(chapter) = (y = y + (chapter ne previous ? head + line : line), previous = chapter, y - line / 2)
restart = "y = 0, previous = '',"
value_text(x, share) = short(x).(share > 0 ? '  ·  '.percent(share).(narrow ? '' : ' of its cuBLAS') : '')
series(what, place) = strcol('what') eq what ? place : NaN
OWN = own ? restart." table using (column('TFLOP/s')):(series('own', next(strcol('chapter')))) with points pt 13 ps 1 lc rgb c4," : ''
plot @restart table using (column('TFLOP/s')):(series('published', next(strcol('chapter')))) with points pt 7 ps 0.7 lc rgb soft, \
     @OWN @restart table using (column('TFLOP/s')):(series('reference', next(strcol('chapter')))) with points pt 7 ps 0.9 lc rgb c1, \
     @restart table using (column('TFLOP/s')):(next(strcol('chapter'))):(value_text(column('TFLOP/s'), column('% of its cuBLAS'))) \
       with labels left offset 1,0 boxed textcolor rgb ink, \
     @restart table using (low / 1.5):(next(strcol('chapter'))):(name(strcol('card'))) with labels right offset -0.8,0 textcolor rgb ink, \
     @restart table using (low / 1.5):(at = strcol('chapter') ne previous, next(strcol('chapter')) - line):(at ? '{/:Bold '.strcol('chapter').'}' : '') \
       with labels left textcolor rgb ink
