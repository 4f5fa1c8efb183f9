# table: roofline kernels=tiling.tile-32-ahead,tiling.tile-8,coalescing.coalesced,tiling.cublas
# label: tile-32-ahead = tile 32, ahead
# label: tile-8 = tile 8
# label: cublas = cuBLAS
styles = '1 3 5 2'
lifts = '0.5 0 -0.5 0'
load 'plots/roofline.inc'
