#!/bin/sh
# sanitize.sh STEM: verifies a program under compute-sanitizer, which sees every
# stray access (memcheck) and every race in shared memory (racecheck), at sizes
# of whole tiles, of ragged ones with rows of whole float4, and of odd ones. What
# it found in each kernel is kept as data/<device>/transcripts/STEM-sanitizer.txt.
# A kernel with an error is named: exit 1, and nothing is kept.
set -eu
export LC_ALL=C.UTF-8
stem=$1
program=build/bin/$stem
sizes='--size 128x128x64 --size 131x132x68 --size 129x65x17'
command -v compute-sanitizer >/dev/null || {
    echo "$stem: no compute-sanitizer here, so the card looks for no races;" \
        "it comes with the CUDA Toolkit" >&2
    exit 0
}
code/tools/keep.sh "$stem" transcripts || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM

watch() { # TOOL [OPTIONS]: verify's words and the tool's, and how much it found
    tool=$1
    shift
    status=0
    compute-sanitizer --tool "$tool" "$program" verify --tight $sizes "$@" \
        >"$scratch/said" </dev/null || status=$?
    found=$(sed -n 's/^=* [A-Z]* SUMMARY: \([0-9][0-9]*\) .*/\1/p' "$scratch/said")
    [ -n "$found" ] || {
        echo "$stem: compute-sanitizer does not run:" \
            "$(tail -n 1 "$scratch/said")" >&2
        exit 2
    }
}

blame() { # TOOL: one kernel at a time, so that the guilty has a name
    for kernel in $("$program" list); do
        watch "$1" --kernel "$kernel" 2>/dev/null
        [ "$found" -eq 0 ] || echo "$stem: $1 finds errors in $kernel ($found):" \
            "$(sed -n 's/^=* \(.*\(Invalid\|Error:\|Warning:\|hazard\).*\)/\1/p' \
                "$scratch/said" | head -n 1)" >&2
    done
}

look() { # TOOL: at all kernels; says what it found
    tool=$1 scratch=$scratch/$1
    mkdir "$scratch"
    watch "$tool"
    if [ "$found" -ne 0 ]; then
        echo "$stem: $tool finds errors ($found)" >&2
        blame "$tool"
        exit 1
    fi
    [ "$status" -eq 0 ] || exit "$status"
    grep -v '^=' "$scratch/said" >"$scratch/right" || exit 0
    printf '$ %s \\\n    %s\n' "compute-sanitizer --tool $tool $program verify" \
        "--tight $sizes"
    awk -v tool="$tool:" -v found="$found" '{
        printf "%-20s %-10s %d errors", $1, tool, found
        print / small products are right$/ ? " in " $2 " launches" : ""
    }' "$scratch/right"
}

# Side by side, since neither takes a time; where both find something, the first speaks.
look memcheck >"$scratch/report" &
first=$!
look racecheck >"$scratch/second" 2>"$scratch/words" &
second=$!
code=0
wait $first || code=$?
[ $code -eq 0 ] || exit $code
wait $second || code=$?
cat "$scratch/words" >&2
[ $code -eq 0 ] || exit $code
cat "$scratch/second" >>"$scratch/report"
[ ! -s "$scratch/report" ] ||
    code/tools/keep.sh "$stem" transcripts "$stem-sanitizer.txt" <"$scratch/report"
