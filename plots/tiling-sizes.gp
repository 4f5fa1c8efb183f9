# table: series kernels=tiling.tile-32-ahead,tiling.tile-32,coalescing.coalesced,measuring.cublas
# label: tile-32-ahead = tile 32, ahead
# label: tile-32 = tile 32
series = "'tile 32, ahead' 'tile 32' coalesced cublas"
names = "'tile 32, ahead' 'tile 32' coalesced cuBLAS"
styles = "1 3 5 2"
lifts = "0.9 0 -0.9 0"
lifts_narrow = "0 -1.5 -1.6 0"
load 'plots/sizes.inc'
