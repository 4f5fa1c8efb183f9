# table: probes of=coalescing topic=stride rows=size beside=power-of-two
# label: power-of-two = a power of two
# label: a-float-more = a float more
# Cycles for which one load of a warp keeps the L1 cache busy, over the stride between its
# lanes; dashed, a quarter of the 128-byte lines that the load touches.
lines(stride) = ceil(stride / 4.0) < 32 ? ceil(stride / 4.0) : 32
quarter(stride) = lines(stride) >= 4 ? lines(stride) / 4.0 : NaN
load 'plots/cards.inc'
eval canvas(340, 380)
eval key_of_cards(narrow ? 0.1 : 0.3, narrow ? 0.91 : 0.95)
set lmargin at screen narrow ? 0.085 : 0.055
set rmargin at screen narrow ? 0.94 : 0.975
set tmargin at screen 0.9
set bmargin at screen narrow ? 0.14 : 0.155
set logscale xy 2
set xrange [3.4 : 20000]
set yrange [0.85 : 45]
set xtics (4, 16, 64, 256, 1024, 4096, 16384)
if (narrow) { set xtics (4, 32, 256, 2048, 16384) }
set ytics (1, 2, 4, 8, 16, 32)
set label 'cycles for each load of a warp' at screen 0.005, screen 0.95 left textcolor rgb soft
set xlabel 'stride: bytes from lane to lane' textcolor rgb soft offset 0,0.3
set label narrow ? 'powers of two' : 'strides that are a power of two' at 16384, 32 right offset 0,-0.9 boxed front textcolor rgb c1
set label 'one float more' at 16384, 9 right offset 0,1 boxed front textcolor rgb c3
set label narrow ? "a quarter of\nthe lines touched" : 'a quarter of the lines touched' at 16384, 8 right offset 0,-0.9 boxed front textcolor rgb c2
CARDS = of_cards("'size'", "(column(of_card('a power of two', i)))", 'linespoints')
plot table using 'size':(quarter(column('size'))) with lines ls 2, \
     '' using 'size':'a float more' with linespoints ls 3, \
     '' using 'size':'a power of two' with linespoints ls 1@CARDS
