#!/bin/sh
# trace.sh SCRIPT FILE [NAME]: writes the trace that a figure asks for. plots/<figure>.gp says
#
#   # trace: <stem> kernel=<name>[,<name>] [size=N] [block=B] [warp=W] [step=S] [lane=L]
#
# and drawings/<figure>.lua the same after `-- trace:`, or after `-- trace NAME:` where it asks
# for several. It gets the requests of one warp (of block B, 0; warp W, 0) in a product of size
# N (128): of each line, op and array the S-th request (0), or the last where there are fewer;
# step=S..T gets those from S to T, of the first 32, and lane=0,5 only what these lanes ask for.
# Rows are in the order in which the warp asks. The columns are those of trace.h; with several
# warps, warp=0,1,2, one more says which. The program is build/lens/<stem>.
set -eu
export LC_ALL=C.UTF-8
script=$1 file=$2 name=${3:+ $3}
set -f
# shellcheck disable=SC2046 # the words of the declaration
set -- $(sed -n "s/^\\(#\\|--\\) trace$name: //p" "$script")
stem=$1 asked=$*
shift
kernels='' size=128 block=0 warp=0 step=0 lane=''
for word; do
    case $word in
    kernel=*) kernels=$(echo "${word#*=}" | tr ',' ' ') ;;
    size=* | block=* | warp=* | step=* | lane=*) eval "${word%%=*}=\${word#*=}" ;;
    *)
        echo "$script: '$word' is nothing that a trace takes" >&2
        exit 2
        ;;
    esac
done
trap 'rm -f "$file.part" "$file.rows"' EXIT

first=${step%%..*} last=${step##*..}

for kernel in $kernels; do
    for w in $(echo "$warp" | tr ',' ' '); do
        build/lens/"$stem" count --kernel "$kernel" --size "$size" --trace 0 \
            --block "$block" --warp "$w" >"$file.rows"
        case $warp in
        *,*) awk -v warp="$w" '{ print $0 "\t" ($1 == "kernel" ? "warp" : warp) }' "$file.rows" ;;
        *) cat "$file.rows" ;;
        esac
    done
done >"$file.part"
awk -F '\t' -v first="$first" -v last="$last" -v lanes=",$lane," '
    $1 == "kernel" { columns = $0; next }
    lanes != ",," && !index(lanes, "," $7 ",") { next }
    { key[++n] = $1 FS $2 FS $4 FS $5 FS $14; request[n] = $6; row[n] = $0
      if ($6 <= last) newest[key[n]] = $6 }
    END { print columns
          for (i = 1; i <= n; ++i) {
              from = first < newest[key[i]] ? first : newest[key[i]]
              if (request[i] >= from && request[i] <= last) print row[i]
          } }
' "$file.part" >"$file.rows"
[ "$(wc -l <"$file.rows")" -gt 1 ] || {
    echo "$script: $stem has no access to trace at '$asked'" >&2
    exit 2
}
code/tools/record.sh "$file" trace "code/$stem.cu" "trace: $asked" <"$file.rows"
