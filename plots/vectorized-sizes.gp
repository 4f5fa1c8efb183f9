# table: series kernels=vectorized.rung,coarsening-2d.rung,measuring.cublas
# label: vectorized.rung = vectorized
# label: coarsening-2d.rung = 2D tile
series = "'vectorized' '2D tile' cublas"
names = "'vectorized' '2D tile' cuBLAS"
styles = "1 5 2"
lifts = "-0.5 -0.5 0.4"
lifts_narrow = "-1.45 -1.6 0.4"
load 'plots/sizes.inc'
