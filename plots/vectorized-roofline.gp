# table: roofline kernels=vectorized.rung,coarsening-2d.rung,vectorized.cublas
# label: vectorized.rung = vectorized
# label: coarsening-2d.rung = 2D tile
# label: cublas = cuBLAS
styles = '1 5 2'
lifts = '-0.7 -1.0 0'
load 'plots/roofline.inc'
