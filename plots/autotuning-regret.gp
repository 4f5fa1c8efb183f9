# table: regret of=autotuning
# What is lost where the winner of one shape runs on another.
title = narrow ? 'speed lost, % of the best speed' : 'speed lost on a shape, in % of the best speed on this shape'
down = 'tuned for'; across = 'run on'
paint = 40563
shade(v) = v / 50
load 'plots/heat.inc'
