# table: regret of=autotuning
# What is lost where the winner of one shape runs on another.
title = narrow ? '% lost of the best of the shape' : '% lost, of the best that any configuration reaches on the shape'
down = 'tuned for'; across = 'run on'
paint = 40563
shade(v) = v / 50
load 'plots/heat.inc'
