#!/bin/sh
# Every kind of question that a chapter asks is answered from the record.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
plan 22
answers 'speed of the rung at 4096' 'gflops of=naive' '528 GFLOP/s'
answers 'another size' 'gflops of=naive n=1000' '500 GFLOP/s'
answers 'a rectangle' 'gflops of=coalescing m=4096 n=1024 k=2048' '6.00 TFLOP/s'
answers 'another kernel' 'gflops of=coalescing kernel=cublas' '51.4 TFLOP/s'
answers 'time' 'time of=coalescing' '21.9 ms'
answers 'share of the library' 'share of=coalescing' '12.2 %'
answers 'share of the ceiling' 'ceiling of=coalescing' '9.74 %'
answers 'over a kernel of the same record' 'gflops of=coalescing over=b-transposed' '9.09'
answers 'over the rung of another chapter' 'gflops of=coalescing over=naive' '11.9'
answers 'over the library' 'gflops of=naive over=cublas digits=2' '0.010'
answers 'a counter' 'load_requests of=naive' '4 294 967 296'
answers 'bytes counted' 'dram_read_bytes of=naive' '4.10 GB'
answers 'sectors per request' 'load_sectors_per_request of=naive' '16.5'
answers 'a hit rate' 'l1_hit of=naive' '86.1 %'
answers 'intensity' 'intensity of=coalescing' '141 FLOP/B'
answers 'a probe' 'value probe=fma of=measuring' '64.4 TFLOP/s'
answers 'a probe of one size' 'gbs probe=copy of=measuring size=134217728' '4.15 TB/s'
answers 'a published figure' 'gflops of=published source=made2020 label=naive' '309 GFLOP/s'
answers 'the card' 'device of=naive' 'Fixture card'
answers 'the day' 'date of=naive' '2 January 2026'
sed -i 's/^\(naive,4096,4096,4096,4294967296,.*,\)99\.1,32,/\10.07,32,/' data/nvidia-h200/counters/naive.csv
answers 'two decimals are recorded, and no more are printed' 'occupancy of=naive' '0.07 %'
answers 'but of a speed all that were asked for' 'gflops of=naive over=cublas digits=3' '0.0103'
