# table: series kernels=wmma.rung,wmma.staged-padded,wmma.fragment,wmma.cublas
# label: wmma.rung = pipelined
# label: staged-padded = padded
# label: fragment = a fragment
series = "pipelined padded 'a fragment' cublas"
names = "pipelined padded 'a fragment' cuBLAS"
styles = "1 5 3 2"
lifts = "0 0 0 0"
lifts_narrow = "-0.3 0 0 0.1"
load 'plots/sizes.inc'
