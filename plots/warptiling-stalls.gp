# table: metrics kernels=naive.naive,coalescing.coalesced,tiling.tile-32-ahead,coarsening-1d.rung,coarsening-2d.rung,vectorized.rung,autotuning.rung,warptiling.rung,warptiling.cublas columns=stall_total,stall_selected,stall_ready,stall_long,stall_lg,stall_short,stall_mio,stall_barrier,issue_busy
# label: naive = naive
# label: coalesced = coalescing
# label: tile-32-ahead = tiling
# label: coarsening-1d.rung = 1D coarsening
# label: coarsening-2d.rung = 2D coarsening
# label: vectorized.rung = vectorized
# label: autotuning.rung = autotuning
# label: warptiling.rung = warptiling
# label: cublas = cuBLAS
# Where the cycles of a warp go between one instruction and the next, kernel by kernel.
parts = 7
part(i) = i == 1 ? column('stall_selected') \
        : i == 2 ? column('stall_ready') \
        : i == 3 ? column('stall_short') + column('stall_mio') \
        : i == 4 ? column('stall_barrier') \
        : i == 5 ? column('stall_lg') \
        : i == 6 ? column('stall_long') \
        : column('stall_total') - upto(6)
paints = c1.' '.c1.' '.c3.' '.c2.' '.c4.' '.c4.' '.soft
opacities = '0.55 0.22 0.5 0.5 0.22 0.5 0.3'
names = narrow ? '"begins one" "another warp does" "shared memory" "a barrier" "L1’s queue" "data from memory" "latency, units"' \
  : '"begins an instruction" "ready, another goes first" "waits for shared memory" "waits at a barrier" "waits in L1’s queue" "waits for data from memory" "latency, registers, units"'
columns = narrow ? 2 : 3
slots = 1
load 'plots/stalls.inc'
