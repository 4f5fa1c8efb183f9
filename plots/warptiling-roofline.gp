# table: roofline beside=warptiling.rung kernels=warptiling.cublas,naive.rung,coalescing.rung,tiling.tile-32-ahead,coarsening-1d.rung,coarsening-2d.rung,warptiling.rung
# label: cublas = cuBLAS
# label: naive.rung = naive
# label: coalescing.rung = coalesced
# label: tile-32-ahead = tile
# label: coarsening-1d.rung = column
# label: coarsening-2d.rung = rectangle
# label: warptiling.rung = warp tile
# The ladder but for two rungs, vectorized and autotuned, which stand where the last does.
styles = '2 5 5 5 5 5 1'
lifts = narrow ? '0.15 0 0 0 -0.3 -0.3 -0.6' : '0.1 0 0 0 -0.5 -0.1 -0.25'
load 'plots/roofline.inc'
