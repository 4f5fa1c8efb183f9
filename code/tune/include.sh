#!/bin/sh
# include.sh STEM: the compiler's option that brings the winners of the card that is there, if
# they are recorded, after a blank; else nothing.
export LC_ALL=C.UTF-8
card=$(sh code/tools/card.sh folder)
[ -z "$card" ] || [ ! -e "data/$card/$1-winners.csv" ] ||
    echo " -include build/tuned/$card/$1.h"
