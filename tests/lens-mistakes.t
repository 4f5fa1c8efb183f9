#!/bin/sh
# Each program with a mistake is caught for it, at its line, and for no other;
# programs that only look wrong are let through.
. "$(dirname "$0")/lib/lens.sh"
lens tests/bad

# caught KERNEL CODE TEXT: the exit code, and what stderr must say.
caught() {
    build/lens/tests/bad count --size 64 --kernel "$1" \
        --out "$scratch/$1.csv" 2>"$scratch/said"
    code=$?
    if [ "$code" = "$2" ] && [ "$(wc -l <"$scratch/said")" = "$2" ] &&
        grep -q "^bad: $3" "$scratch/said"; then
        return 0
    fi
    echo "# exit $code: $(cat "$scratch/said")"
    return 1
}

passes() {
    build/lens/tests/bad count --size 64 --kernel "$1" --out "$scratch/$1.csv"
}

line() { # of the first line of bad.cu that matches
    grep -n "$1" tests/lens/bad.cu | head -n 1 | cut -d: -f1
}

cat >"$scratch/mistakes" <<'END'
no_first_barrier|race: tests/lens/bad.cu:.* loads As\[.*which thread .* stores
no_second_barrier|race: tests/lens/bad.cu:.* stores As\[.*which thread .* loads
store_store_race|race: tests/lens/bad.cu:.* stores C\[0\]\[0\], which thread (0,0,0) stores
block_race|race: .* block (1,0,0), .* loads C\[0\]\[0\], which .* of another block stores
warp_race|race: .* loads s\[31\], which thread (31,0,0) stores
syncwarp_race|race: .* s\[32\]
atomic_race|race: .* thread (40,0,0) stores C\[0\]\[0\], which .* updates
before_a|out of bounds: .* loads A\[-1\]\[63\], outside A (64 x 64)$
after_a|out of bounds: .* loads A\[64\]\[0\], outside A (64 x 64)$
before_b|out of bounds: .* loads B\[-1\]\[63\], outside B (64 x 64)$
after_b|out of bounds: .* loads B\[64\]\[0\], outside B (64 x 64)$
before_c|out of bounds: .* stores C\[-1\]\[63\], outside C (64 x 64)$
after_c|out of bounds: .* stores C\[64\]\[0\], outside C (64 x 64)$
null_pointer|out of bounds: .* stores 4 bytes at 0x10, outside every allocation$
const_stored|input overwritten: .* stores A\[0\]\[0\]
misaligned_float4|misaligned access: .* loads 16 bytes at A\[0\]\[1\]
past_shared_index|out of bounds: .* thread (8,0,0) takes element 8
past_shared_pointer|out of bounds: .* thread (8,0,0) stores s\[8\], outside s (32 bytes)$
past_dynamic|out of bounds: .* thread (8,0,0) stores s\[8\], outside s (32 bytes)$
past_local|out of bounds: .* takes element 4
unwritten_shared|uninitialised read: .* thread (63,0,0) loads s\[63\]
stale_shared|uninitialised read: .* block (1,0,0), .* loads s\[0\]
unwritten_global|uninitialised read: .* loads A\[0\]\[0\]
no_pipeline_wait|uninitialised read: .* loads s\[0\]
no_last_wait|race: .* stores s\[.*\], while a copy that thread .* started at line .* brings it
barrier_after_return|divergent barrier: .* thread (48,0,0) has left the kernel$
two_barriers|divergent barrier: .* thread (32,0,0) waits at that of line
shuffle_without_lane|divergent warp: .* for lane 31, which has left the kernel$
leak|leak: 1 allocation of 100 bytes
host_access|host access: the host touches device memory
END

good=$(build/lens/tests/bad list | grep '^good_')
plan $(($(wc -l <"$scratch/mistakes") + $(echo "$good" | wc -l) + 2))
while IFS='|' read -r kernel text; do
    is "$kernel is caught" caught "$kernel" 1 "$text"
done <"$scratch/mistakes"
for kernel in $good; do
    is "$kernel passes" passes "$kernel"
done

said() {
    caught after_c 1 "out of bounds: tests/lens/bad.cu:$(line 'after_c,'): "
}
is 'the line is that of the access' said
all=$(($(wc -l <"$scratch/mistakes") + $(echo "$good" | wc -l)))
is 'every kernel of bad.cu is tried' \
    [ "$(build/lens/tests/bad list | wc -l)" = "$all" ]
