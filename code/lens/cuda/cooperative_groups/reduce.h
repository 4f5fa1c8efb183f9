#error the lens cannot: it has no <cooperative_groups/reduce.h>; take shfl_down or __reduce_add_sync
