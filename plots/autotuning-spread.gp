# table: spread of=autotuning bins=20 n=4096
# How many configurations reach how much of the fastest.
eval canvas(320, 340)
stats table using (column('in registers') + column('spilling')) nooutput
most = STATS_max
stats table using 'spilling' nooutput
spilling = STATS_max
set lmargin at screen narrow ? 0.085 : 0.055
set rmargin at screen 0.965
set tmargin at screen 0.89
set bmargin at screen narrow ? 0.165 : 0.175
set xrange [0 : 100]
set yrange [0 : most * 1.15]
set xtics 0, 20
set label 'configurations' at screen 0.005, screen 0.95 left textcolor rgb soft
if (spilling > 0) { set label '■ that spill registers' at graph 1, screen 0.95 right textcolor rgb c3 }
set xlabel '% of the fastest' textcolor rgb soft offset 0,0.3
SPILLING = spilling > 0 ? ", '' using (($1 + $2) / 2):(0):($1 + 0.4):($2 - 0.4):(0):'spilling' with boxxyerror fc rgb c3" : ''
plot table using (($1 + $2) / 2):(0):($1 + 0.4):($2 - 0.4):'spilling':(column('spilling') + column('in registers')) with boxxyerror fc rgb c1 fs solid 0.55 @SPILLING
