#!/bin/sh
# transcript.sh STEM VERB [OPTIONS]: runs build/bin/STEM VERB, shows what it
# prints and keeps it as data/<device>/transcripts/STEM-VERB.txt, for the prose
# to quote. An unsuccessful run is kept nowhere.
set -eu
stem=$1 verb=$2
program=build/bin/$stem
folder=data/$("$program" device)/transcripts
mkdir -p "$folder" || exit 2
new=$folder/$stem-$verb.txt.tmp
trap 'rm -f "$new" "$new.out"' EXIT

{ printf '$ %s\n' "$program $*" | sed "s/ $stem / /"; } >"$new.out"
shift
if ! "$program" "$@" >>"$new.out"; then exit 1; fi
{
    "$program" head | sed 's/^# kind: .*/# kind: transcript/'
    date -u '+# date: %Y-%m-%dT%H:%M:%SZ'
    cat "$new.out"
    echo "# end: $(wc -l <"$new.out") lines"
} >"$new"
sed 1d "$new.out"
mv "$new" "${new%.tmp}"
