# table: series kernels=vectorized.rung,coarsening-2d.rung,vectorized.cublas
# label: vectorized.rung = vectorized
# label: coarsening-2d.rung = 8 × 8
series = "'vectorized' '8 × 8' cublas"
names = "'vectorized' '8 × 8' cuBLAS"
styles = "1 5 2"
lifts = "-0.5 -0.5 0.4"
lifts_narrow = "-1.3 -1.6 0.4"
load 'plots/sizes.inc'
