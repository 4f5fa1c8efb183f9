# table: roofline kernels=coarsening-2d.rung,coarsening-1d.rung,coarsening-2d.cublas
# label: coarsening-2d.rung = 2D tile
# label: coarsening-1d.rung = 1D tile
# label: cublas = cuBLAS
styles = '1 5 2'
lifts = '0 -0.5 0'
load 'plots/roofline.inc'
