#!/bin/sh
# scores.sh STEM: cycles for each FFMA of every configuration that is valid on an H200, as the
# tuner reads them from NVRTC's machine code: tests/tune/scores/STEM.csv. Without a GPU, in
# minutes for each core.
set -eu
build/bin/tune "$1" --compile-only --arch sm_90 >&2
cubins=$(ls -td build/tune/"$1"/*/ | head -n 1)
printf '# source-sha256: %s\nconfig,cycles\n' "$(code/tools/hash.sh "code/$1.cu")"
for cubin in "$cubins"*[0-9].cubin; do
    case $cubin in *.nvcc.cubin) continue ;; esac
    cycles=$(build/bin/loops --csv "$cubin" | tail -n 1 | rev | cut -d, -f2 | rev)
    printf '%s,%s\n' "$(basename "$cubin" .cubin)" "$cycles"
done
