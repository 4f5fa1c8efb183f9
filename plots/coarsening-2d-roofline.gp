# table: roofline kernels=coarsening-2d.rung,coarsening-1d.rung,coarsening-2d.cublas
# label: coarsening-2d.rung = 8 × 8
# label: coarsening-1d.rung = tile 64
# label: cublas = cuBLAS
styles = '1 5 2'
lifts = '0 -0.5 0'
load 'plots/roofline.inc'
