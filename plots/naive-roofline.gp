# table: roofline kernels=naive.naive,naive.cublas
# label: cublas = cuBLAS
styles = '1 2'
load 'plots/roofline.inc'
