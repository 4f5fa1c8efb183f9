#!/bin/sh
# mix.sh STEM: counts the instructions that matter in the machine code of a
# chapter's kernels, each as often as it stands there, and keeps the counts as
# data/<device>/transcripts/STEM-mix.txt. Needs cuobjdump, of the CUDA Toolkit.
set -eu
stem=$1
program=build/bin/$stem
object=build/obj/$stem.o
folder=data/$("$program" device)/transcripts
mkdir -p "$folder" || exit 2
new=$folder/$stem-mix.txt.tmp
trap 'rm -f "$new" "$new.out"' EXIT

{
    echo "\$ cuobjdump --dump-sass $object | (count instructions)"
    cuobjdump --dump-sass "$object" | awk '
        /Function : / {
            name = $3
            sub(/^_Z[0-9]*/, "", name)
            sub(/iiif.*/, "", name)
            if (!(name in seen)) { seen[name] = 1; order[++n] = name }
        }
        match($0, / (LDG|LDS|STS|STG|FFMA|BAR)[.A-Z0-9]*/) {
            op = substr($0, RSTART + 1, RLENGTH - 1)
            width = op ~ /\.128/ ? ".128" : op ~ /\.64/ ? ".64" : ""
            sub(/\..*/, "", op)
            ++count[name, op (op ~ /^LD|^ST/ ? width : "")]
        }
        END {
            ops = split("LDG LDG.128 LDS LDS.64 LDS.128 STS STG FFMA BAR", named)
            printf "%-10s", "kernel"
            for (i = 1; i <= ops; ++i) printf " %6s", named[i]
            for (k = n; k >= 1; --k) {
                printf "\n%-10s", order[k]
                for (i = 1; i <= ops; ++i) {
                    width = length(named[i]) > 6 ? length(named[i]) : 6
                    printf " %" width "d", count[order[k], named[i]]
                }
            }
            print ""
        }'
} >"$new.out"
[ "$(wc -l <"$new.out")" -gt 2 ] || { echo "$stem: no kernels in $object" >&2; exit 2; }
{
    "$program" head | sed 's/^# kind: .*/# kind: transcript/'
    date -u '+# date: %Y-%m-%dT%H:%M:%SZ'
    cat "$new.out"
    echo "# end: $(wc -l <"$new.out") lines"
} >"$new"
mv "$new" "${new%.tmp}"
