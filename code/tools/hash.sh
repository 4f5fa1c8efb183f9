#!/bin/sh
# hash.sh SOURCE [HEADER]...: the SHA-256 of a program's kernels and probes, which a record
# carries: of their tokens (tokens.awk) and of those of headers that the compiler is told
# to include beside. Needs no compiler, so that it is the same everywhere.
set -eu
export LC_ALL=C
for file; do
    [ -r "$file" ] || { echo "hash.sh: no source $file" >&2; exit 2; }
done
tokens=$(awk -f "$(dirname "$0")/tokens.awk" "$@")
printf '%s\n' "$tokens" | sha256sum | cut -d' ' -f1
