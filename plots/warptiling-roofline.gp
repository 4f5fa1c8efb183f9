# table: roofline kernels=warptiling.rung,autotuning.rung,warptiling.cublas
# label: warptiling.rung = warp tile
# label: autotuning.rung = autotuned
# label: cublas = cuBLAS
styles = '1 5 2'
lifts = '0 -0.5 0.5'
load 'plots/roofline.inc'
