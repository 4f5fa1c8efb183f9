# table: series kernels=measuring.cublas ceiling=fma
series = "cublas"
names = "cuBLAS"
styles = "1"
lifts = "0"
lifts_narrow = "-2.2"
ceiling = 1
load 'plots/sizes.inc'
