# table: roofline kernels=coarsening-1d.rung,tiling.tile-32-ahead,coarsening-1d.cublas
# label: coarsening-1d.rung = tile 64
# label: tiling.tile-32-ahead = tile 32
# label: cublas = cuBLAS
styles = '1 5 2'
lifts = '0 -0.5 0'
load 'plots/roofline.inc'
