#!/bin/sh
# Without a GPU a program says so in one line, says what works, and leaves no file behind.
. "$(dirname "$0")/lib/unit.sh"
stems=$(basename -s .cu code/*.cu)
for stem in $stems; do program "$stem"; done
root=$PWD
mkdir "$scratch/empty" && cd "$scratch/empty" && ln -s "$root/code" "$root/build" . || exit 1

refuses() { # COMMAND…: exit 2, one line on stderr that names `make book`, no file
	CUDA_VISIBLE_DEVICES='' "$@" >"$scratch/out" 2>"$scratch/said"
	[ $? = 2 ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/said")" -eq 1 ] &&
		grep -q 'no usable NVIDIA GPU.*`make book`' "$scratch/said" &&
		[ "$(echo *)" = 'build code' ]
}

plan $((7 * $(echo "$stems" | wc -l) + 2))
for stem in $stems; do
	program=build/bin/$stem
	is "$stem measure" refuses "$program" measure
	is "$stem measure into a folder" refuses "$program" measure --data data
	is "$stem measure into a file" refuses "$program" measure --out out.csv
	is "$stem verify" refuses "$program" verify
	is "$stem launch" refuses "$program" launch
	is "$stem device" refuses "$program" device
	is "$stem head" refuses "$program" head
done
is 'what make measure runs' refuses code/bench/measure.sh "$stem"
is 'what make profile runs' refuses code/bench/profile.sh "$stem"
