# table: series kernels=coarsening-2d.rung,coarsening-1d.rung,coarsening-2d.cublas
# label: coarsening-2d.rung = 8 × 8
# label: coarsening-1d.rung = tile 64
series = "'8 × 8' 'tile 64' cublas"
names = "'8 × 8' 'tile 64' cuBLAS"
styles = "1 5 2"
lifts = "0 -0.4 0.4"
lifts_narrow = "-0.2 -1.6 0.4"
load 'plots/sizes.inc'
