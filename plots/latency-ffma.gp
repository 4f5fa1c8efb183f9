# table: probes of=latency topic=ffma rows=size
# Multiply-adds that a scheduler begins in a cycle, over its warps, for 1, 2, 4 and 8 chains in each
# warp.
eval canvas(320, 360)
set lmargin at screen narrow ? 0.13 : 0.07
set rmargin at screen 0.96
set tmargin at screen 0.9
set bmargin at screen narrow ? 0.15 : 0.165
set xrange [0.8 : 8.2]
set yrange [0 : 1.2]
set xtics (1, 2, 3, 4, 6, 8)
set ytics (0.25, 0.5, 0.75, 1)
set label narrow ? 'multiply-adds in a cycle' : 'multiply-adds that a scheduler begins in a cycle' at screen 0.005, screen 0.95 left textcolor rgb soft
set xlabel 'warps on a scheduler' textcolor rgb soft offset 0,0.3
set label '2 chains' at 1.75, 0.78 left offset 0.5,0 boxed front textcolor rgb c3
set label '4 and 8 chains' at 1, 1 left offset 0,0.9 boxed front textcolor rgb c4
chains(i) = word('1 2 4 8', i)
style_of(i) = word('1 3 4 2', i) + 0
only(i) = column('size') == 1 ? 1 / column('chains '.chains(i)) : NaN
plot for [i = 1:4] table using 'size':(1 / column('chains '.chains(i))) with linespoints ls style_of(i), \
     '' using 'size':(only(1)):('1 chain') with labels left offset 1.5,-0.2 boxed textcolor rgb c1
