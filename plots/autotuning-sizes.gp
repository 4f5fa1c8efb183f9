# table: series kernels=autotuning.rung,vectorized.rung,autotuning.cublas
# label: autotuning.rung = tuned
# label: vectorized.rung = vectorized
series = "'tuned' 'vectorized' cublas"
names = "'tuned' 'vectorized' cuBLAS"
styles = "1 5 2"
lifts = "0 -0.85 0.85"
lifts_narrow = "-1.6 -2.6 0"
load 'plots/sizes.inc'
