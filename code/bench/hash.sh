#!/bin/sh
# hash.sh SOURCE [HEADER]...: the SHA-256 of a program's kernels, which a record
# carries: of its source, of every header that it includes, in whatever way, but
# those of the bench's host side, and of headers that the compiler is told to
# include beside. Needs no compiler, so that it is the same everywhere.
set -eu
host='batch bench bound cases contest device element inputs large library matrix measure
options plan probes program progress record reference rounds sampler size stage
stamp stats timing'
host=$(printf ' code/bench/%s.h' $host)
files=$1
[ -r "$1" ] || { echo "hash.sh: no source $1" >&2; exit 2; }

follow() { # FILE: adds what it includes, each once, in order
    for name in $(sed -n 's/^#include "\(.*\)".*/\1/p' "$1"); do
        path=$(dirname "$1")/$name
        [ -f "$path" ] || path=code/$name
        case "$host $files " in *" $path "*) continue ;; esac
        [ -f "$path" ] || continue
        files="$files $path"
        follow "$path"
    done
}

follow "$1"
shift
cat $files "$@" | sha256sum | cut -d' ' -f1
