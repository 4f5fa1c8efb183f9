#!/bin/sh
# here.sh STEM: the compiler's option that brings the winners of the card that is there, if
# they are recorded, after a blank; else nothing. A card's folder is as slug() names it.
name=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)
card=$(printf '%s' "$name" | LC_ALL=C tr A-Z a-z |
    LC_ALL=C sed 's/[^a-z0-9]\{1,\}/-/g; s/^-//; s/-$//')
[ -z "$card" ] || [ ! -e "data/$card/$1-winners.csv" ] ||
    echo " -include build/tuned/$card/$1.h"
