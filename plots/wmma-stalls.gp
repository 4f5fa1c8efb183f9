# table: metrics kernels=wmma.staged,wmma.staged-padded,wmma.async,wmma.async-64x64,wmma.pipelined columns=stall_total,stall_selected,stall_ready,stall_long,stall_lg,stall_short,stall_mio,stall_barrier,stall_math,stall_wait
# label: staged-padded = staged-padded
# label: async-64x64 = async-64x64
# What a warp of fragments does between one instruction and the next, from step to step.
parts = 7
part(i) = i == 1 ? column('stall_selected') \
        : i == 2 ? column('stall_ready') \
        : i == 3 ? column('stall_short') + column('stall_mio') \
        : i == 4 ? column('stall_barrier') \
        : i == 5 ? column('stall_long') + column('stall_lg') \
        : i == 6 ? column('stall_math') \
        : column('stall_total') - upto(6)
paints = c1.' '.c1.' '.c3.' '.c2.' '.c4.' '.c2.' '.soft
opacities = '0.55 0.22 0.5 0.5 0.5 0.22 0.3'
names = narrow ? '"begins one" "another warp does" "shared memory" "a barrier" "copies" "a tensor core" "latency, registers"' \
  : '"begins an instruction" "ready, another goes first" "waits for shared memory" "waits at a barrier" "waits for global memory" "waits for a tensor core" "latency, registers"'
columns = narrow ? 2 : 3
load 'plots/stalls.inc'
