#!/bin/sh
# plain.sh FILE...: counts what can be counted of plain English: words a sentence, brackets a paragraph, openings that put
# something else than the subject first, persons for things, words of several meanings. Names file and line of each fault,
# and of each page the counts; exit 1 if there is a fault. tests/plain says what a page may keep, and why.
set -u
here=$(dirname "$0")
exec awk -v words="$here/plain.tsv" -v allowed="$here/../plain" -v pages=" $* " -f "$here/plain.awk" "$@"
