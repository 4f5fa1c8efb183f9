# table: access
# trace: coalescing kernel=b-transposed warp=9 step=11
# label: A load = A, load
# label: B load = B transposed, load
# label: C store = C, store
title_A = 'load A'; title_B = 'load Bᵀ'; title_C = 'store C'
load 'plots/access.inc'
