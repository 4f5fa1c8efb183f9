#!/bin/sh
# Counting is quick: at most 25 ns an access and 0.2 s for a 128^3 product, and
# the race check adds at most half as much again. Times are of the processor,
# the least of three, so that a busy machine does not fail the test.
. "$(dirname "$0")/lens/tap.sh"
lens tests/products naive

# once PROGRAM ARGUMENTS...: milliseconds of processor time.
once() {
    (
        "$@" >/dev/null
        times
    ) | awk 'NR == 2 { split($1, t, /[ms]/); split($2, s, /[ms]/)
        print (60 * (t[1] + s[1]) + t[2] + s[2]) * 1000 }'
}
least() {
    sort -n | head -n 1
}
cpu() {
    for _ in 1 2 3; do
        once "$@"
    done | least
}
at_most() {
    [ "$(echo "$1 $2" | awk '{ print $1 <= $2 }')" = 1 ] && return
    echo "# $1 ms, at most $2 ms wanted"
    return 1
}

# shuffled, a warp and five shuffles for each element, is no chapter's shape.
kernels=$(build/lens/tests/products list | grep -v shuffled)
plan $(($(echo "$kernels" | wc -l) + 3))
for k in $kernels; do
    is "$k counts 128^3 in 0.2 s" \
        at_most "$(cpu build/lens/tests/products count --kernel "$k")" 200
done
# With and without the race check by turns, so that both see a busy machine.
tiled="build/lens/tests/products count --kernel tiled --size 256"
for _ in 1 2 3 4 5 6 7; do
    once env LENS_CHECK=1 $tiled >>"$scratch/checked"
    once env LENS_CHECK=0 $tiled >>"$scratch/bare"
done
checked=$(least <"$scratch/checked")
bare=$(least <"$scratch/bare")
# 256^3 tiled: 2 * 256^3 shared loads, and 1/16 of that of other accesses.
is 'an access takes 25 ns' at_most "$checked" 891
is 'the race check adds half at most' \
    at_most "$checked" "$(echo "$bare" | awk '{ print 1.5 * $1 }')"
is 'naive counts 128^3 in 0.2 s' at_most "$(cpu build/lens/naive count)" 200
