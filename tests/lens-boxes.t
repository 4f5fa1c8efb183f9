#!/bin/sh
# Tiles that the copy engine brings cost what the hand says: a start is one request, of the sectors
# that its rows have in the matrix, and of a wavefront for each 128 bytes of the tile.
. "$(dirname "$0")/lib/lens.sh"
lens tests/boxes

# kernel space op requests units ideal asked, as in lens-counts.t
cat >"$scratch/hand" <<'END'
whole global load 1 32 32 1024
whole shared store 1 8 8 1024
four_on global load 1 40 32 1024
four_on shared store 1 8 8 1024
corner global load 1 12 12 384
corner shared store 1 8 8 1024
outside global load 1 0 0 0
outside shared store 1 8 8 1024
before global load 1 18 18 576
before shared store 1 8 8 1024
narrow global load 1 4 4 128
narrow shared store 1 1 1 128
tall global load 1 64 32 1024
swizzled global load 1 16 16 512
swizzled shared store 1 4 4 512
refusals global load 1 128 128 4096
refusals shared store 1 128 128 16384
END
build/lens/tests/boxes count --size 64 --out "$scratch/counts.csv"
awk -F, '$5 == "total" && $6 != "all" {
    units = $6 == "global" ? $10 : $14
    ideal = $6 == "global" ? $11 : $15
    print $1, $6, $7, $9, units, ideal, $12
}' "$scratch/counts.csv" >"$scratch/lens"

plan $(($(wc -l <"$scratch/hand") + 1))
while read -r row; do
    is "$row" grep -qx "$row" "$scratch/lens"
done <"$scratch/hand"
at=$(grep -n 'start_box(s' tests/lens/boxes.cu | cut -d: -f1)
is 'at the line that starts them' grep -q "^whole,128,128,128,$at,global,load,pointer1,1,32," "$scratch/counts.csv"
