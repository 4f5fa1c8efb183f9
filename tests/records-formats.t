#!/bin/sh
# Numbers come as the book writes them: three digits, the unit scaled, counts in full.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 19
answers 'GFLOP/s below a thousand' 'format 528.4 GFLOP/s' '528 GFLOP/s'
answers 'TFLOP/s from a thousand' 'format 6271 GFLOP/s' '6.27 TFLOP/s'
answers 'a nought at the end stays' 'format 51400 GFLOP/s' '51.4 TFLOP/s'
answers 'nothing becomes 1000 by rounding' 'format 999.9 GFLOP/s' '1.00 TFLOP/s'
answers 'TB/s' 'format 4249 GB/s' '4.25 TB/s'
answers 'seconds' 'format 0.0219 s' '21.9 ms'
answers 'milliseconds of a probe' 'format 0.14 ms' '140 µs'
answers 'whole seconds' 'format 2.5 s' '2.50 s'
answers 'bytes' 'format 8445018880 B' '8.45 GB'
answers 'kilobytes' 'format 16384 B' '16.4 kB'
answers 'megabytes' 'format 2097152 B' '2.10 MB'
answers 'megabytes a second' 'format 0.5 GB/s' '500 MB/s'
answers 'few bytes' 'format 128 B' '128 B'
answers 'a whole count, in full and grouped' 'format 4294967296 count' '4 294 967 296'
answers 'four digits stay together' 'format 4096 count' '4096'
answers 'per cent' 'format 12.1984 %' '12.2 %'
answers 'a ratio' 'format 0.0102724' '0.0103'
answers 'a very small number' 'format 0.0000031' '3.10 × 10⁻⁶'
answers 'nought' 'format 0' '0'
