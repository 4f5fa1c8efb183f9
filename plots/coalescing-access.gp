# table: access
# trace: coalescing kernel=coalesced warp=9 step=11
# label: A load = A, load
# label: B load = B, load
# label: C store = C, store
title_A = 'load A'; title_B = 'load B'; title_C = 'store C'
load 'plots/access.inc'
