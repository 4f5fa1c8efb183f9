# table: series kernels=naive.naive,measuring.cublas
series = "naive cublas"
names = "naive cuBLAS"
styles = "1 2"
lifts = "0 0"
sized = "naive"
load 'plots/sizes.inc'
