# table: probes of=precision topic=numerics only=bf16-bound,half-bound,tf32-bound,float-bound,bf16,tf32,half,float rows=size
# label: bf16-bound = bf16-bound
# label: half-bound = half-bound
# label: tf32-bound = tf32-bound
# label: float-bound = float-bound
# What rounding the inputs costs: the sums are float, in all four.
series = "bf16-bound half-bound tf32-bound float-bound bf16 tf32 half float"
names = "'bound, bfloat16' 'bound, half and TF32' '' 'bound, FP32' bfloat16 'TF32 (rings)' 'half (dots)' FP32"
colours = "4 1 3 5 4 3 1 5"
dashes = "solid solid (4,4) solid (10,3,2,3) (2,3) solid solid"
marks = "0 0 0 0 13 6 7 7"
lifts = "0 0 0 0 0 0.55 -0.55 0"
lifts_narrow = "0 0 -1.7 -1.7 0.3 0.35 -1.7 0"
ats = "16384 16384 64 64 1024 512 16384 1024"
load 'plots/errors.inc'
