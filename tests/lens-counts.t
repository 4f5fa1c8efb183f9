#!/bin/sh
# Accesses that can be counted by hand cost what the hand says.
. "$(dirname "$0")/lib/lens.sh"
lens tests/patterns
lens lens

# kernel space op requests units ideal asked; units are sectors of 32 bytes in
# global memory, wavefronts in shared memory.
cat >"$scratch/hand" <<'END'
load_row global load 1 4 4 128
load_every_second global load 1 8 4 128
load_column global load 1 32 4 128
load_backwards global load 1 4 4 128
load_broadcast global load 1 1 1 128
load_misaligned global load 1 5 4 128
load_two_rows global load 1 4 4 128
load_float2 global load 1 8 8 256
load_float4 global load 1 16 16 512
load_short global load 1 2 2 64
load_20_lanes global load 1 3 3 80
load_two_ways global load 2 8 4 128
store_row global store 1 4 4 128
store_column global store 1 32 4 128
store_float4 global store 1 16 16 512
shared_row shared load 1 1 1 128
shared_every_second shared load 1 2 1 128
shared_every_third shared load 1 1 1 128
shared_every_fourth shared load 1 4 1 128
shared_column shared load 1 32 1 128
shared_column_padded shared load 1 1 1 128
shared_broadcast shared load 1 1 1 128
shared_eighths shared load 1 1 1 128
shared_float2 shared load 1 2 2 256
shared_float4 shared load 1 4 4 512
shared_float4_spread shared load 1 8 4 512
shared_float4_pairs shared load 1 2 2 512
shared_float4_halves shared load 1 4 2 512
shared_float4_broadcast shared load 1 2 1 512
shared_short shared load 1 1 1 64
shared_store_row shared store 1 1 1 128
shared_store_column shared store 1 32 1 128
shared_store_float4 shared store 1 4 4 512
column shared load 1 32 1 128
column_padded shared load 1 1 1 128
fragment_global global load 4 32 16 512
fragment_global global store 4 32 32 1024
fragment_shared shared load 1 32 4 512
fragment_shared_padded shared load 1 4 4 512
bf16_shared shared load 4 32 4 512
bf16_shared_padded shared load 4 4 4 512
tf32_a_shared shared load 4 32 4 512
tf32_a_shared_padded shared load 4 4 4 512
tf32_b_shared shared load 4 16 4 512
tf32_b_shared_padded shared load 4 4 4 512
half_sums_global global store 4 32 16 512
END

build/lens/tests/patterns count --size 64 --out "$scratch/counts.csv"
build/lens/lens count --out "$scratch/more.csv"
awk -F, '$5 == "total" && $6 != "all" {
    units = $6 == "global" ? $10 : $14
    ideal = $6 == "global" ? $11 : $15
    print $1, $6, $7, $9, units, ideal, $12
}' "$scratch/counts.csv" "$scratch/more.csv" >"$scratch/lens"

plan "$(wc -l <"$scratch/hand")"
while read -r row; do
    is "$row" grep -qx "$row" "$scratch/lens"
done <"$scratch/hand"
