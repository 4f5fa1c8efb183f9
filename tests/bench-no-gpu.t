#!/bin/sh
# Without a GPU a program says so in one line, says what works, and leaves no file behind.
. "$(dirname "$0")/lib/unit.sh"
program naive
root=$PWD
mkdir "$scratch/empty" && cd "$scratch/empty" && ln -s "$root/code" "$root/build" . || exit 1

refuses() { # COMMAND…: exit 2, one line on stderr that names `make book`, no file
    CUDA_VISIBLE_DEVICES='' "$@" >"$scratch/out" 2>"$scratch/said"
    [ $? = 2 ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/said")" -eq 1 ] &&
        grep -q 'no usable NVIDIA GPU.*`make book`' "$scratch/said" &&
        [ "$(echo *)" = 'build code' ]
}

plan 9
for word in measure 'measure --data data' 'measure --out out.csv' verify launch device head; do
    is "$word" refuses build/bin/naive $word
done
is 'what make measure runs' refuses code/tools/measure.sh naive
is 'what make profile runs' refuses code/tools/profile.sh naive
