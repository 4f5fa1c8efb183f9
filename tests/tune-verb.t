#!/bin/sh
# make tune refuses a chapter without constants, and a machine without a GPU, in one line.
. "$(dirname "$0")/lib/tune.sh"
needs_tuner
refuses() { # TEXT WORD…: make exits 2; but for make's own, there is one line
    text=$1
    shift
    CUDA_VISIBLE_DEVICES='' make -s "$@" >"$scratch/said" 2>&1
    [ $? = 2 ] && grep -v '^make' "$scratch/said" >"$scratch/lines" && [ "$(wc -l <"$scratch/lines")" -eq 1 ] &&
        grep -q "$text" "$scratch/lines"
}

records=$(ls data/*/*-tuning.csv* 2>/dev/null)
plan 6
is 'a chapter that is none' refuses "nothing to tune in 'bogus'; .*autotuning" tune C=bogus
is 'a chapter without constants' refuses "nothing to tune in 'naive'; .*autotuning" tune C=naive
is 'a chapter whose constants have no space' refuses "nothing to tune in 'summit'; .*autotuning" tune C=summit
listed() { printf 'include Makefile\nsay:\n\t@echo $(TUNABLE)\n' | make -s -f - say; }
with() { [ -n "$(listed)" ] && for stem in $(listed); do build/bin/tune space "$stem" --arch sm_90 >"$scratch/said" 2>&1 || return; done; }
is 'every other has one' with
is 'no GPU' refuses 'no usable NVIDIA GPU.*`make book`' tune
is 'no record is begun' [ "$(ls data/*/*-tuning.csv* 2>/dev/null)" = "$records" ]
