# table: probes of=latency topic=chains only=ring rows=size beside=ring
# Cycles of a hop over the bytes that the chain goes through.
load 'plots/cards.inc'
eval canvas(340, 360)
eval key_of_cards(narrow ? 0.1 : 0.3, narrow ? 0.91 : 0.95)
set lmargin at screen narrow ? 0.13 : 0.075
set rmargin at screen narrow ? 0.95 : 0.975
set tmargin at screen 0.9
set bmargin at screen narrow ? 0.14 : 0.155
set logscale x 2
set logscale y 2
set xrange [10000 : 1.6e9]
set yrange [24 : 1600]
if (narrow) { set xtics ("16\nKiB" 16384, "1\nMiB" 1048576, "64\nMiB" 67108864, "1\nGiB" 1073741824.0) 
} else { set xtics ('16 KiB' 16384, '256 KiB' 262144, '4 MiB' 4194304, '64 MiB' 67108864, '1 GiB' 1073741824.0) }
set ytics (32, 64, 128, 256, 512, 1024)
set label 'cycles for each load of the chain' at screen 0.005, screen 0.95 left textcolor rgb soft
set xlabel 'bytes of the ring' textcolor rgb soft offset 0,narrow ? -0.4 : 0.3
CARDS = of_cards("'size'", "(column(of_card('ring', i)))", 'linespoints')
only(a) = column('size') == a ? column('ring') : NaN
plot table using 'size':'ring' with linespoints ls 1, \
     '' using 'size':(only(65536)):('L1, '.short(column('ring'))) with labels left offset 0,-0.9 boxed textcolor rgb c1, \
     '' using 'size':(only(4194304)):('L2, '.short(column('ring'))) with labels offset 0,0.9 boxed textcolor rgb c1, \
     '' using 'size':(only(1073741824)):('memory, '.short(column('ring'))) with labels right offset 1,0.9 boxed textcolor rgb c1@CARDS
