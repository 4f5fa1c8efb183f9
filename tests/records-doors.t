#!/bin/sh
# What the law of the register file makes of a pattern: by itself, in a row, within a window.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 11
mkdir -p code
cat >code/registers.cu <<'END'
static const char *const patterns[] = {
    "eoe", /* 0 */
    "eee ooo",
    "eee eee o== o== o== o==",
    "eoe -oe -oe -oe",
    "eoe _oe _oe _oe",
    "o=e",
};
    DOOR(0, "eoe"), DOOR(1, "turn"), DOOR(2, "burst"),
    DOOR(3, "kept"), DOOR(4, "held"), DOOR(5, "same"),
END
answers 'two of one bank' 'doors_within_3 probe=eoe' '2.00'
answers 'three of one, three of the other, each by itself' 'doors_alone probe=turn' '3.00'
answers 'and in a row' 'doors_within_3 probe=turn' '1.50'
answers 'a burst within three cycles' 'doors_within_3 probe=burst' '1.33'
answers 'within four' 'doors_within_4 probe=burst' '1.17'
answers 'without a limit' 'doors_within_99 probe=burst' '1.00'
answers 'an operand that is kept' 'doors_within_3 probe=kept' '1.25'
answers 'one that is held without the flag' 'doors_within_3 probe=held' '2.00'
answers 'a register that stands twice' 'doors_alone probe=same' '1.00'
answers 'what is asked' 'doors_pattern probe=burst' 'eee eee o== o== o== o=='
refuses 'a door that is not asked' 'doors_alone probe=gone' 'it asks no door gone'
