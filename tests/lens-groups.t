#!/bin/sh
# Boxes for the blocks of a cluster, and boxes that leave, cost what the hand says: a start is one
# request of the sectors that its rows have in the matrix, and one of a wavefront for each 128 bytes
# in each shared memory. Products of bytes and of e4m3 are right, and what stmatrix stores.
. "$(dirname "$0")/lib/lens.sh"
lens tests/groups

# kernel space op requests units ideal asked, as in lens-counts.t
cat >"$scratch/hand" <<'END'
halves global load 1 256 256 8192
halves shared store 1 64 64 8192
floats global load 1 32 32 1024
floats shared store 1 8 8 1024
bytes global load 1 24 18 576
bytes shared store 1 16 16 2048
each_its_own global load 2 256 256 8192
each_its_own shared store 2 64 64 8192
each_to_both global load 2 256 256 8192
each_to_both shared store 4 128 128 16384
sent global store 1 256 256 8192
sent shared load 1 64 64 8192
sent_clipped global store 1 64 48 1536
sent_clipped shared load 1 64 64 8192
sent_outside global store 1 0 0 0
whole_numbers global store 256 1024 1024 32768
eights global store 256 1024 1024 32768
stored_rows shared store 1 4 4 512
refusals global load 1 256 256 8192
END
build/lens/tests/groups count --size 128 --out "$scratch/counts.csv"
awk -F, '$5 == "total" && $6 != "all" {
    units = $6 == "global" ? $10 : $14
    ideal = $6 == "global" ? $11 : $15
    print $1, $6, $7, $9, units, ideal, $12
}' "$scratch/counts.csv" >"$scratch/lens"

plan $(($(wc -l <"$scratch/hand") + 2))
while read -r row; do
    is "$row" grep -qx "$row" "$scratch/lens"
done <"$scratch/hand"
at() { grep -n "$1" tests/lens/groups.cu | cut -d: -f1; }
is 'at the line that brings them' grep -q "^halves,128,128,128,$(at '// brings'),global,load,pointer1,1,256," "$scratch/counts.csv"
is 'and at the line that sends them' grep -q "^sent,128,128,128,$(at '// sends'),global,store,pointer1,1,256," "$scratch/counts.csv"
