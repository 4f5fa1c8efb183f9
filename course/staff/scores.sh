#!/bin/sh
# scores.sh: all that has been graded, as a table that Canvas takes.
. course/lib.sh
set --
for unit in $(units); do [ -d "build/course/graded/$unit" ] && set -- "$@" "$unit"; done
[ $# -gt 0 ] || say 'nothing has been graded yet; `make grade SUB=…` does'
out=build/course/scores.csv
{
    printf 'Student,ID,SIS User ID,SIS Login ID,Section'
    for unit; do printf ',%s' "$(of title)"; done
    printf '\n    Points Possible,,,,'
    for unit; do printf ',100'; done
    echo
    for unit; do ls "build/course/graded/$unit"; done | grep -v '\.part$' | sort -u | while read -r id; do
        printf '%s,,,%s,' "$id" "$id"
        for unit; do printf ',%s' "$(cut -d , -f 2 "build/course/graded/$unit/$id/row.csv" 2>/dev/null)"; done
        echo
    done
} >$out.part && mv $out.part $out
echo "$out: $(($(wc -l <$out) - 2)) students"
