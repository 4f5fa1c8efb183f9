#!/bin/sh
# transcript.sh STEM VERB [OPTIONS]: runs build/bin/STEM VERB, shows what it
# prints and keeps it as data/<device>/transcripts/STEM-VERB.txt, for the prose
# to quote. An unsuccessful run is kept nowhere.
set -eu
export LC_ALL=C.UTF-8
stem=$1
shift
program=build/bin/$stem
code/tools/keep.sh "$stem" transcripts
said=$("$program" "$@")
printf '$ %s%s\n' "$program $*" "${said:+
$said}" | code/tools/keep.sh "$stem" transcripts "$stem-$1.txt"
printf '%s\n' "$said"
