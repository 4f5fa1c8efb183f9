#!/bin/sh
# record.sh FILE KIND SOURCES [LINE]...: writes what standard input brings as a record of this kind, whole or
# not at all: a line of column names and rows or, for a transcript, lines. The first of SOURCES
# is the program; headers that were compiled in beside it follow. Each LINE stands in the head.
set -eu
export LC_ALL=C.UTF-8
file=$1 kind=$2 sources=$3
shift 3
# shellcheck disable=SC2086 # the words of SOURCES
hash=$(code/tools/hash.sh $sources)
mkdir -p "$(dirname "$file")"
trap 'rm -f "$file.part"' EXIT
{
    printf '# %s\n' 'record: tiles 1' "kind: $kind" "program: ${sources%% *}" "source-sha256: $hash" "$@"
    awk -v kind="$kind" '{ print } END { print "# end: " (kind == "transcript" ? NR " lines" : NR - 1 " rows") }'
} >"$file.part"
mv "$file.part" "$file"
