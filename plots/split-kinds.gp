# table: probes of=split topic=errors only=half-split-group-uniform,half-split-group-normal,half-split-group-positive,half-split-group-scaled,half-split-group-cancelling,cublas-square-uniform,cublas-square-normal,cublas-square-positive,cublas-square-scaled,cublas-square-cancelling rows=size
# label: half-split-group-uniform = half-split-group-uniform
# label: half-split-group-normal = half-split-group-normal
# label: half-split-group-positive = half-split-group-positive
# label: half-split-group-scaled = half-split-group-scaled
# label: half-split-group-cancelling = half-split-group-cancelling
# label: cublas-square-uniform = cublas-square-uniform
# label: cublas-square-normal = cublas-square-normal
# label: cublas-square-positive = cublas-square-positive
# label: cublas-square-scaled = cublas-square-scaled
# label: cublas-square-cancelling = cublas-square-cancelling
# The largest error of half-split-group over that of the library in a large product. Inputs with scaled rows and columns have the
# errors of uniform ones, and no line of their own.
names = narrow ? 'uniform normal positive cancelling' : "'uniform, scaled' normal positive cancelling"
kinds = "uniform normal positive cancelling"
colours = "1 3 5 4"
dashes = "solid (2,3) solid (10,3,2,3)"
marks = "7 9 6 13"
asked = "column('half-split-group-'.word(kinds, i)) / column('cublas-square-'.word(kinds, i))"
what = narrow ? 'error over that of the library' : 'largest error of half-split-group over that of the library’s FP32 in a large product'
line = 1
set ytics (0.02, 0.05, 0.1, 0.2, 0.5, 1)
load 'plots/ends.inc'
