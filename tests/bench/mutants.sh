#!/bin/sh
# mutants.sh: on a card, `measure` times the right one of the kernels in mutants.cu and
# convicts each of the others at a size that is timed. Exits 0 if it does. From the root.
set -eu
make -s -f Makefile -f tests/bench/mutants.mk build/bin/mutants
failed=0

outcome() { # KERNEL SIZE: what measure says, and how it ends
    said=$(build/bin/mutants measure --kernel "$1" --size "$2" 2>&1) && code=0 || code=$?
}

for case in right:2048 to-tf32:8192 to-bf16:8192 last-k:8192 by-size:2048 by-size:512 stray:256; do
    kernel=${case%:*} size=${case#*:}
    outcome "$kernel" "$size"
    case $case in right:* | by-size:512) want=0 ;; *) want=1 ;; esac
    if [ "$code" = $want ] && { [ $want = 0 ] || echo "$said" | grep -q "$kernel at .* is wrong"; }; then
        echo "ok: $kernel at $size: $(echo "$said" | tail -n 1)"
    else
        echo "NOT ok: $kernel at $size: exit $code: $said"
        failed=1
    fi
done
exit $failed
