# table: roofline kernels=vectorized.rung,coarsening-2d.rung,vectorized.cublas
# label: vectorized.rung = vectorized
# label: coarsening-2d.rung = 8 × 8
# label: cublas = cuBLAS
styles = '1 5 2'
lifts = '-0.5 -0.9 0.15'
load 'plots/roofline.inc'
