# table: probes of=split topic=errors only=half-one-positive,half-never-positive,cublas-square-positive,cublas-positive,half-split-group-positive,bf16-six-positive rows=size
# label: half-one-positive = half-one-positive
# label: half-never-positive = half-never-positive
# label: cublas-square-positive = cublas-square-positive
# label: cublas-positive = cublas-positive
# label: half-split-group-positive = half-split-group-positive
# label: bf16-six-positive = bf16-six-positive
# Errors over K in units of 2^-24: sums that stay on the tensor cores, sums that are promoted, and the library's.
series = "half-one-positive half-never-positive cublas-square-positive cublas-positive half-split-group-positive bf16-six-positive"
names = "'one product' 'never promoted' 'FP32, 2048 × 2048' 'FP32, 64 × 64' half-split-group bf16-six"
if (narrow) { names = "'one product' 'not promoted' 'FP32, large' 'FP32, small' 'half × 3' 'bf16 × 6'" }
colours = "5 3 2 2 1 4"
dashes = "solid (2,3) (8,4) (2,3) solid (10,3,2,3)"
marks = "6 9 5 4 7 13"
load 'plots/ends.inc'
