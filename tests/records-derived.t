#!/bin/sh
# What is derived from counters comes to what it says: a kernel of 32 x 32 x 32 by one warp
# for each row of results takes 32 steps over k for each of 32 warps.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
plan 14
file=data/nvidia-h200/counters/naive.csv
{
    sed '/^[^#]/,$d; /^# end/d' $file
    echo kernel,m,n,k,load_tags,data_wavefronts,shared_load_wavefronts,shared_load_requests,instructions,cycles,tensor_busy,time_us,occupancy,issue_busy,dram_read_bytes,dram_write_bytes,l2_read_bytes,stall_long,stall_wait,stall_total
    echo naive,32,32,32,2048,3072,4096,1024,2048,1000,50,2,25,50,6000,2000,4000,1.5,2.5,8
    echo '# end: 1 rows'
} >new && mv new $file
of='of=naive n=32'
answers 'data wavefronts a step' "data_per_step $of" '3.00'
answers 'tags a step' "tags_per_step $of" '2.00'
answers 'wavefronts of shared memory a step' "shared_load_wavefronts_per_step $of" '4.00'
answers 'and a load' "wavefronts_per_shared_load $of" '4.00'
answers 'how many instructions multiply and add' "fma_share $of" '50.0 %'
answers 'operations a cycle of a multiprocessor' "flops_per_cycle $of digits=4" '0.4965'
answers 'and a busy one' "flops_per_busy_cycle $of digits=4" '0.9930'
answers 'the clock under the profiler' "profile_clock $of" '0.500 GHz'
answers 'cycles between two instructions of a warp' "issue_interval $of" '8.00'
answers 'those for which a cause was counted' "stall_sum $of" '4.00'
answers 'traffic of memory' "dram_bytes $of" '8.00 kB'
answers 'its speed' "dram_gbs $of" '4.00 GB/s'
answers 'that of L2' "l2_gbs $of" '2.00 GB/s'
answers 'and the intensity' "intensity $of" '8.19 FLOP/B'
