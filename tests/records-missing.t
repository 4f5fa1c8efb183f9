#!/bin/sh
# What is not in the records is refused by file, with what there is instead.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 13
refuses 'a size' 'gflops of=naive n=77' 'data/nvidia-h200/naive.csv: it has no row of kernel naive at 77; it has 256,'
refuses 'a kernel' 'gflops of=naive kernel=zzz' 'data/nvidia-h200/naive.csv: it has no kernel zzz; it has naive, cublas'
refuses 'a record' 'gflops of=tiling kernel=x' 'data/nvidia-h200/tiling.csv: there is no such record; `make measure C=tiling` takes it'
refuses 'counters' 'l1_hit of=measuring kernel=cublas' 'data/nvidia-h200/counters/measuring.csv: there is no such record; `make profile C=measuring` takes it'
refuses 'a chapter without a rung' 'gflops of=measuring' 'it names no rung, so say kernel='
refuses 'a column' 'l2_write_bytes of=naive' "$(at data/nvidia-h200/counters/naive.csv naive,4096,): this row has no l2_write_bytes"
refuses 'a metric, and names the nearest' 'gflop of=naive' 'there is no metric gflop; did you mean gflops? `make metrics` lists all'
refuses 'a metric like no other' 'nonsense of=naive' 'there is no metric nonsense; `make metrics` lists all'
refuses 'a kernel, and names the nearest' 'gflops of=naive kernel=naiv' 'it has naive, cublas; did you mean naive?'
refuses 'a probe' 'value probe=zzz of=measuring' 'there is no probe zzz'
refuses 'a probe, and names the nearest' 'value probe=coppy of=measuring' 'there is no probe coppy; did you mean copy?'
refuses 'a probe of several sizes' 'gbs probe=copy of=measuring' 'probe copy has several sizes, so say size='
refuses 'a published row' 'gflops of=published source=nobody label=naive' 'there is no row with source=nobody label=naive'
