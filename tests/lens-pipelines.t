#!/bin/sh
# Pipelines of copies with slots, waits and barriers drawn at random: the lens finds a mistake in those that have one, by
# rules that stand here and know nothing of the lens, and in no other. PIPELINES says how many (300).
. "$(dirname "$0")/lib/lens.sh"
lens tests/pipelines
plan 3

# Slots, groups left, copies before the wait, a barrier after it, one at the end, tiles; and 1 where it is right.
# When iteration t waits, t + slots - 1 groups are closed, or one more; tile t is the t-th from 0. The barrier after the wait
# hands it to the other warp. Copies into the slot that the iteration before has read need a barrier between.
draw() {
    awk -v many="$1" 'BEGIN {
        srand(20261123)
        for (i = 0; i < many; ++i) {
            slots = 1 + int(5 * rand()); left = int(6 * rand()); first = rand() < 0.5
            barrier = rand() < 0.8; end = rand() < 0.5; tiles = 1 + int(9 * rand())
            closed = slots - 1 + first
            right = left <= closed - 1 && barrier && (tiles == 1 || end || !first)
            print slots, left, first, barrier, end, tiles, right + 0
        }
    }'
}

missed=0 invented=0 right=0 wrong=0
draw "${PIPELINES:-300}" >"$scratch/plans"
while read -r slots left first barrier end tiles says; do
    if PLAN="$slots $left $first $barrier $end $tiles" build/lens/tests/pipelines count --out "$scratch/counts" >/dev/null 2>"$scratch/said"; then
        if [ "$says" = 1 ]; then right=$((right + 1)); else
            missed=$((missed + 1))
            echo "# missed: slots $slots, left $left, first $first, barrier $barrier, end $end, tiles $tiles"
        fi
    elif [ "$says" = 0 ] && grep -q 'race:\|uninitialised read:' "$scratch/said"; then
        wrong=$((wrong + 1))
    else
        invented=$((invented + 1))
        echo "# invented: slots $slots, left $left, first $first, barrier $barrier, end $end, tiles $tiles: $(cat "$scratch/said")"
    fi
done <"$scratch/plans"
echo "# $right right and $wrong wrong pipelines"
is 'no mistake is missed' [ "$missed" = 0 ]
is 'and none is invented' [ "$invented" = 0 ]
is 'many of both were drawn' [ "$right" -gt 20 -a "$wrong" -gt 20 ]
