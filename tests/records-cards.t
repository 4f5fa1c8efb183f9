#!/bin/sh
# The reader's own card comes first, the one that DEVICE names or the one measured last,
# and what it lacks falls back on the reference.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 12
answers 'the only own card' own fixture-own
answers 'its number' 'gflops of=naive' '101 GFLOP/s'
answers 'the reference, asked for' 'gflops of=naive where=reference' '528 GFLOP/s'
answers 'the reference, by key' 'gflops of=naive device=reference' '528 GFLOP/s'
answers 'a record it lacks' 'gflops of=coalescing' '6.27 TFLOP/s (Fixture card)'
answers 'a divisor it lacks: both from the reference' 'gflops of=naive over=coalescing' '0.0842 (Fixture card)'
cp -R data/fixture-own data/another
sed -i.bak 's/^# date: 2026/# date: 2027/' data/another/*.csv
answers 'of two, the one measured last' own another
DEVICE=fixture-own
export DEVICE
answers 'of two, the one asked for' own fixture-own
DEVICE=nvidia-h200
answers 'the reference asked for: no own card' own nil
DEVICE=nonsense
refuses 'a card that is not there' own 'DEVICE=nonsense: data/ has no records of that card; it has those of nvidia-h200, another, fixture-own'
unset DEVICE
rm -r data/another data/fixture-own
mkdir data/empty
answers 'an empty folder is no card' own nil
answers 'without own card nothing falls back' 'gflops of=coalescing' '6.27 TFLOP/s'
