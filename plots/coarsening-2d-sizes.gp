# table: series kernels=coarsening-2d.rung,coarsening-1d.rung,measuring.cublas
# label: coarsening-2d.rung = 2D tile
# label: coarsening-1d.rung = 1D tile
series = "'2D tile' '1D tile' cublas"
names = "'2D tile' '1D tile' cuBLAS"
styles = "1 5 2"
lifts = "0 -0.4 0.4"
lifts_narrow = "0 -1.6 0.4"
load 'plots/sizes.inc'
