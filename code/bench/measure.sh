#!/bin/sh
# measure.sh STEM: verifies a program, then measures it into data/<device>/.
# What is wrong is not measured.
set -eu
stem=$1
program=build/bin/$stem
"$program" device >/dev/null || exit 2
code/bench/transcript.sh "$stem" verify
"$program" measure --data data
echo "$stem: measured into data/$("$program" device)/"
