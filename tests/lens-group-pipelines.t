#!/bin/sh
# Pipelines of boxes and products of groups, with phases, arrivals, waits and clusters drawn at random: the lens finds a mistake
# in those that have one, by rules that stand here and know nothing of the lens, and in no other. PIPELINES says how many (300).
. "$(dirname "$0")/lib/lens.sh"
lens tests/group_pipelines
plan 3

# As group_pipelines.cu takes them, and 1 where it is right. Tile t comes into a slot that was given back `later` tiles after its
# last one was multiplied, when all groups of products but `left` are done. What is never given back nobody waits for.
draw() {
    awk -v many="$1" 'BEGIN {
        srand(20261128)
        for (i = 0; i < many; ++i) {
            slots = 1 + int(4 * rand()); leads = rand() < 0.5; off = rand() < 0.08; empty = rand() < 0.92
            full = rand() < 0.95; left = int(3 * rand()); later = int(3 * rand()); x = rand()
            arrivals = x < 0.06 ? 1 : x < 0.12 ? 3 : 2; all = rand() < 0.92; cluster = 1 + (rand() < 0.4)
            meets = cluster == 2 && rand() < 0.9; tiles = 1 + int(9 * rand())
            if (rand() < 0.6) { if (later > slots - 1) later = slots - 1; if (left > later) left = later }
            again = tiles > slots; given = tiles > later
            right = full && (!off || !empty) && (empty || !again) && (left <= later || !again || !given) &&
                (later < slots || !again) && (arrivals == 2 || (arrivals == 1 ? !given : !again)) &&
                (all || left == 0) && (cluster == 1 || meets || !given)
            print slots, leads, off, empty, full, left, later, arrivals, all, cluster, meets + 0, tiles, right + 0
        }
    }'
}

missed=0 invented=0 right=0 wrong=0
draw "${PIPELINES:-300}" >"$scratch/plans"
while read -r plan; do
    says=${plan##* } plan=${plan% *}
    if PLAN="$plan" build/lens/tests/group_pipelines count --out "$scratch/counts" >/dev/null 2>"$scratch/said"; then
        if [ "$says" = 1 ]; then right=$((right + 1)); else
            missed=$((missed + 1))
            echo "# missed: $plan"
        fi
    elif [ "$says" = 0 ] && grep -q 'race:\|uninitialised read:\|endless:' "$scratch/said"; then
        wrong=$((wrong + 1))
    else
        invented=$((invented + 1))
        echo "# invented: $plan: $(cat "$scratch/said")"
    fi
done <"$scratch/plans"
echo "# $right right and $wrong wrong pipelines"
is 'no mistake is missed' [ "$missed" = 0 ]
is 'and none is invented' [ "$invented" = 0 ]
is 'many of both were drawn' [ "$right" -gt 20 -a "$wrong" -gt 20 ]
