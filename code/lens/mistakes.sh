#!/bin/sh
# mistakes.sh FILE SOURCE COMMAND...: runs programs that are wrong on purpose, each made from
# SOURCE, and records what the lens says of each, for the prose to quote and drawings to draw.
set -eu
export LC_ALL=C.UTF-8
file=$1 source=$2
shift 2
mkdir -p "$(dirname "$file")"
trap 'rm -f "$file.said"' EXIT
for command; do
    echo "\$ $command"
    code=0
    $command --out - 2>&1 >/dev/null || code=$?
    [ "$code" -eq 1 ] || {
        echo "$command: the lens found no mistake where there is one" >&2
        exit 1
    }
done >"$file.said"
fold -s -w 72 "$file.said" | sed 's/ *$//' | code/tools/record.sh "$file" transcript "$source"
