# table: roofline kernels=autotuning.rung,vectorized.rung,autotuning.cublas
# label: autotuning.rung = autotuned
# label: vectorized.rung = vectorized
# label: cublas = cuBLAS
styles = '1 5 2'
lifts = '0 -0.5 0.5'
load 'plots/roofline.inc'
