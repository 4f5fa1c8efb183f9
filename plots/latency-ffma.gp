# table: probes of=latency topic=ffma rows=size
# Multiply-adds that a scheduler begins in a cycle, over its warps, for 1, 2, 4 and 8 chains in each
# warp.
eval canvas(320, 360)
set lmargin at screen narrow ? 0.09 : 0.055
set rmargin at screen narrow ? 0.8 : 0.86
set tmargin at screen 0.9
set bmargin at screen narrow ? 0.14 : 0.155
set xrange [0.8 : 8.2]
set yrange [0 : 1.1]
set xtics (1, 2, 3, 4, 6, 8)
set ytics (0.25, 0.5, 0.75, 1)
set label 'multiply-adds that a scheduler begins in a cycle' at screen 0.005, screen 0.95 left textcolor rgb soft
set xlabel 'warps on a scheduler' textcolor rgb soft offset 0,0.3
chains(i) = word('1 2 4 8', i)
at(i) = word('0.1 0.4 0.7 1', i)
style_of(i) = word('1 3 4 2', i) + 0
plot for [i = 1:4] table using 'size':(1 / column('chains '.chains(i))) with linespoints ls style_of(i), \
     for [i = 1:3] '' using (column('size') == i ? i : NaN):(1 / column('chains '.chains(i))):(chains(i).(i == 1 ? ' chain' : ' chains')) with labels left offset 0.8,-0.4 boxed textcolor rgb colour(style_of(i))
