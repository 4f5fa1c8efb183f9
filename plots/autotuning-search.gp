# table: search of=autotuning-unseen n=3072
# What each step of the search tried, and the best that it had by then; dashed, the best of
# all configurations.
eval canvas(320, 340)
stats table using 'best of all' nooutput
all = STATS_max
stats table using 'step' nooutput
steps = STATS_max
stats table using 'best so far' nooutput
held = STATS_max
stats table using (column('best so far') == held ? column('step') : NaN) nooutput
found = STATS_min
set lmargin at screen narrow ? 0.085 : 0.055
set rmargin at screen 0.965
set tmargin at screen 0.89
set bmargin at screen narrow ? 0.165 : 0.175
set xrange [0 : steps * 1.03 + 0.5]
set yrange [0 : (all > held ? all : held) * 1.2]
set label 'TFLOP/s' at screen 0.005, screen 0.95 left textcolor rgb soft
set xlabel 'runs of the search' textcolor rgb soft offset 0,0.3
set label 'the best of all' at graph 0.01, first all left offset 0,0.7 boxed front textcolor rgb c2
set label sprintf('best so far: %s after %.0f runs', percent(held / all * 100), found) at graph 0.99, graph 0.08 right boxed front textcolor rgb c1
set arrow from graph 0, first all to graph 1, first all nohead lc rgb c2 lw 1.6 dt (8,4)
plot table using 'step':'tried' with points pt 7 ps 0.5 lc rgb soft, \
     '' using 'step':'best so far' with steps lc rgb c1 lw 2
