# table: probes of=latency topic=laps rows=size
# Within how many cycles so many per cent of the loads are answered, in two laps of one ring.
eval canvas(300, 340)
set lmargin at screen narrow ? 0.115 : 0.065
set rmargin at screen narrow ? 0.95 : 0.975
set tmargin at screen 0.89
set bmargin at screen narrow ? 0.185 : 0.21
stats table using 'first lap' nooutput
high_value = STATS_max
stats table using 'second lap' nooutput
high_value = STATS_max > high_value ? STATS_max : high_value
set yrange [0 : high_value * 1.1]
set xrange [0 : 100]
set label 'cycles from a load to its answer' at screen 0.005, screen 0.945 left textcolor rgb soft
set xlabel 'per cent of the loads, the fastest first' textcolor rgb soft offset 0,0.3
first(x) = column('size') == 70 ? x : NaN
plot table using 'size':'first lap' with linespoints ls 1, \
     '' using 'size':'second lap' with linespoints ls 3, \
     '' using 'size':(first(column('first lap'))):('first lap') with labels offset 0,0.9 boxed textcolor rgb c1, \
     '' using 'size':(first(column('second lap'))):('second lap') with labels offset 0,-0.9 boxed textcolor rgb c3
