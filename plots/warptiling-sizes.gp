# table: series kernels=warptiling.rung,autotuning.rung,measuring.cublas
# label: warptiling.rung = warp tile
# label: autotuning.rung = autotuned
series = "'warp tile' 'autotuned' cublas"
names = "'warp tile' 'autotuned' cuBLAS"
styles = "1 5 2"
lifts = "0 -0.4 0.4"
lifts_narrow = "0 -1.6 0.4"
load 'plots/sizes.inc'
