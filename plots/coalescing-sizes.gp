# table: series kernels=coalescing.coalesced,coalescing.b-transposed,naive.naive,measuring.cublas
# label: b-transposed = B transposed
series = "coalesced 'B transposed' naive cublas"
names = "coalesced 'B transposed' naive cuBLAS"
styles = "1 3 5 2"
lifts = "0 0.55 -0.55 0"
lifts_narrow = "0 0 -2 0"
load 'plots/sizes.inc'
