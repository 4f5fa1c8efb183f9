#!/bin/sh
# scores.sh: all that has been graded, as a table that Canvas takes. Where a unit has been
# raced, its points for speed have a column of their own, with no points possible: they are extra.
. course/lib.sh
set --
for unit in $(units); do [ -d "build/course/graded/$unit" ] && set -- "$@" "$unit"; done
[ $# -gt 0 ] || say 'nothing has been graded yet; `make grade SUB=…` does'
out=build/course/scores.csv
raced() { ls "build/course/race/$unit"/*/row.csv >/dev/null 2>&1; }
{
    printf 'Student,ID,SIS User ID,SIS Login ID,Section'
    for unit; do printf ',%s' "$(of title)"; ! raced || printf ',%s: speed' "$(of title)"; done
    printf '\n    Points Possible,,,,'
    for unit; do printf ',100'; ! raced || printf ',0'; done
    echo
    for unit; do ls "build/course/graded/$unit"; done | grep -v '\.part$' | sort -u | while read -r id; do
        printf '%s,,,%s,' "$id" "$id"
        for unit; do
            printf ',%s' "$(cut -d , -f 2 "build/course/graded/$unit/$id/row.csv" 2>/dev/null)"
            ! raced || printf ',%s' "$(cut -d , -f 2 "build/course/race/$unit/$id/row.csv" 2>/dev/null)"
        done
        echo
    done
} >$out.part && mv $out.part $out
echo "$out: $(($(wc -l <$out) - 2)) students"
