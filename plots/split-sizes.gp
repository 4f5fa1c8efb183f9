# table: series kernels=split.half-split-group,split.tf32-split-group,split.bf16-six,split.half-split,split.tf32-split,split.cublas
# Speeds of products of floats, packing included.
series = "'half split group' 'tf32 split group' 'bf16 six' 'half split' 'tf32 split' cublas"
names = narrow ? "half-split-group '' bf16-six half-split tf32-split cuBLAS" : "half-split-group tf32-split-group bf16-six half-split tf32-split 'cuBLAS, FP32'"
styles = "1 3 4 5 5 2"
lifts = "0.4 0.7 -0.1 0 0 0"
lifts_narrow = "0 0 0 0 0 0"
load 'plots/sizes.inc'
