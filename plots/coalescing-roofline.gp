# table: roofline kernels=coalescing.coalesced,coalescing.b-transposed,naive.naive,coalescing.cublas
# label: b-transposed = B transposed
# label: cublas = cuBLAS
styles = '1 3 5 2'
lifts = '0 0.5 -0.5 0'
load 'plots/roofline.inc'
