# table: series kernels=coarsening-1d.rung,tiling.tile-32-ahead,coarsening-1d.cublas
# label: coarsening-1d.rung = tile 64
# label: tiling.tile-32-ahead = tile 32, ahead
series = "'tile 64' 'tile 32, ahead' cublas"
names = "'tile 64' 'tile 32, ahead' cuBLAS"
styles = "1 5 2"
lifts = "0 -0.4 0.4"
lifts_narrow = "0 -1.6 0.4"
load 'plots/sizes.inc'
