# table: probes of=precision topic=numerics only=half-sums-bound,float-sums-bound,half-sums-positive,half-sums,float-sums-positive,float-sums rows=size
# label: half-sums-bound = half-sums-bound
# label: float-sums-bound = float-sums-bound
# label: half-sums-positive = half-sums-positive
# label: half-sums = half-sums
# label: float-sums-positive = float-sums-positive
# label: float-sums = float-sums
# What the sums lose: the inputs are halves, and exact.
series = "half-sums-bound float-sums-bound half-sums-positive half-sums float-sums-positive float-sums"
names = "'bound, half' 'bound, float' 'half, all positive' 'half, mixed signs' 'float, all positive' 'float, mixed signs'"
colours = "3 1 3 3 1 1"
dashes = "solid solid solid (2,3) solid (8,4)"
marks = "0 0 9 9 6 7"
lifts = "0 0 0 0 0 0"
lifts_narrow = "0 -0.15 0 0 -3 -2.6"
ats = "16384 16384 16384 512 4096 16384"
load 'plots/errors.inc'
