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
    BANK(0, "eoe"), BANK(1, "turn"), BANK(2, "burst"),
    BANK(3, "kept"), BANK(4, "held"), BANK(5, "same"),
END
answers 'two of one bank' 'banks_within_3 probe=eoe' '2.00'
answers 'three of one, three of the other, each by itself' 'banks_alone probe=turn' '3.00'
answers 'and in a row' 'banks_within_3 probe=turn' '1.50'
answers 'a burst within three cycles' 'banks_within_3 probe=burst' '1.33'
answers 'within four' 'banks_within_4 probe=burst' '1.17'
answers 'without a limit' 'banks_within_99 probe=burst' '1.00'
answers 'an operand that is kept' 'banks_within_3 probe=kept' '1.25'
answers 'one that is held without the flag' 'banks_within_3 probe=held' '2.00'
answers 'a register that stands twice' 'banks_alone probe=same' '1.00'
answers 'what is asked' 'banks_pattern probe=burst' 'eee eee o== o== o== o=='
refuses 'a pattern that is not asked' 'banks_alone probe=gone' 'it asks no pattern gone'
