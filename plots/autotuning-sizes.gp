# table: series kernels=autotuning.rung,vectorized.rung,measuring.cublas
# label: autotuning.rung = autotuned
# label: vectorized.rung = vectorized
series = "'autotuned' 'vectorized' cublas"
names = "'autotuned' 'vectorized' cuBLAS"
styles = "1 5 2"
lifts = "0 -0.4 0.4"
lifts_narrow = "0 -1.6 0.4"
load 'plots/sizes.inc'
