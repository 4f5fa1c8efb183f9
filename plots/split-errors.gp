# table: probes of=split topic=errors only=half-one-positive,half-never-positive,tf32-never-positive,cublas-positive,bf16-six-positive,half-split-group-positive,tf32-split-group-positive rows=size
# label: half-one-positive = half-one-positive
# label: half-never-positive = half-never-positive
# label: tf32-never-positive = tf32-never-positive
# label: cublas-positive = cublas-positive
# label: bf16-six-positive = bf16-six-positive
# label: half-split-group-positive = half-split-group-positive
# label: tf32-split-group-positive = tf32-split-group-positive
# Errors of sums that stay on the tensor cores, and of those that are promoted.
series = "half-one-positive tf32-never-positive half-never-positive cublas-positive tf32-split-group-positive half-split-group-positive bf16-six-positive"
names = "'one product' 'TF32 × 3, stays' 'half × 3, stays' 'cuBLAS, FP32' 'TF32 × 3' 'half × 3' 'bfloat16 × 6'"
colours = "5 3 3 2 1 1 4"
dashes = "solid (2,3) solid (8,4) (2,3) solid (10,3,2,3)"
marks = "6 9 9 5 7 7 13"
lifts = "0 0.5 -0.4 0 0.7 0 -0.7"
lifts_narrow = "0 0 -1.6 0 0 0 -1.7"
ats = "4096 1024 4096 16384 256 16384 16384"
load 'plots/errors.inc'
