#!/bin/sh
# measure.sh STEM [--quick]: verifies a program, then measures it into
# data/<device>/. What is wrong is not measured.
set -eu
export LC_ALL=C.UTF-8
stem=$1
shift
program=build/bin/$stem
card=$("$program" device) || exit 2
code/tools/transcript.sh "$stem" verify
"$program" measure "$@" --data data
echo "$stem: measured into data/$card/"
