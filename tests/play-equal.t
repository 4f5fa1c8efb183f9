#!/bin/sh
# What the lens says in a page is what GCC's lens says: every kernel of the book is right and counted alike, sentences on every
# wrong one, and counts of those that are unusual. What differs stands in tests/play/unequal.tsv, with the reason. It takes
# six minutes, so it is asked by hand: PLAY=1 make test T=play-equal.
. "$(dirname "$0")/lib/lens.sh"
[ -n "${PLAY-}" ] || { echo '1..0 # SKIP it takes minutes: PLAY=1 make test T=play-equal asks this'; exit; }
[ -e build/play/manifest.json ] && [ -e build/npm/lens/engine.js ] || { echo '1..0 # SKIP `make setup play` makes what this asks'; exit; }
lens judged/good/forms judged/good/boxes judged/good/tensors judged/good/groups judged/good/split judged/good/parts
plan 5
for what in right counts bad good refused; do
    node tests/play/equal.mjs $what >"$scratch/said" 2>&1
    is "$what: as GCC's lens has it" sh -c '! grep -q "^not ok" "$1" && grep -q "^1\.\." "$1"' - "$scratch/said"
done
