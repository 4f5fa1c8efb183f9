#!/bin/sh
# What FFMAs cost by their registers: patterns whose cycles were measured, and what follows from the law.
. "$(dirname "$0")/lib/loops.sh"

costs() { # COLUMN CYCLES COUNT LINE…: of the loop of these lines
    column=$1 cycles=$2
    shift 2
    loop "$@" | cubin "$scratch/loop.cubin"
    [ "$(score "$scratch/loop.cubin" "$column")" = "$cycles" ] || { score "$scratch/loop.cubin" "$column" >"$scratch/said"; return 1; }
}
# FFMAs that share a, whose reuse flag all but the last carry: COUNT B C.
kept() { for i in $(seq "$1"); do echo "ffma 20 2 $2 $3 $((i < $1))"; done; }

plan 35
is 'even, odd, even: two from one bank' costs alone 2 8 'ffma 20 2 3 4 0'
is 'even, odd, odd' costs alone 2 8 'ffma 20 2 3 5 0'
is 'all even: three' costs alone 3 8 'ffma 20 2 4 6 0'
is 'all odd' costs alone 3 8 'ffma 20 3 5 7 0'
is 'a register that stands twice is read once' costs alone 1 8 'ffma 20 2 2 3 0'
is 'also beside another of its bank' costs alone 2 8 'ffma 20 2 2 4 0'
is 'one register three times' costs alone 1 8 'ffma 20 2 2 2 0'
is 'RZ is no read' costs alone 1 8 'ffma 20 255 3 4 0'
is 'nor is a constant' costs alone 1 8 'constant 20 2 3 0'
is 'a constant leaves the other two' costs alone 2 8 'constant 20 2 4 0'
is 'a kept 2' costs alone 1.5 8 "$(kept 2 3 4)"
is 'a kept 4' costs alone 1.25 8 "$(kept 4 3 4)"
is 'a kept 8' costs alone 1.125 8 "$(kept 8 3 4)"
is 'a kept 16' costs alone 1.0625 8 "$(kept 16 3 4)"
is 'a kept 8, b and c in its bank' costs alone 2.125 8 "$(kept 8 4 6)"
is 'a kept 8, b and c in the other' costs alone 2 8 "$(kept 8 3 5)"
is 'a held without the flag' costs alone 2 8 'ffma 20 2 3 4 0' 'ffma 20 2 5 6 0'
is 'kept in its own slot only' costs alone 2 8 'ffma 20 2 3 4 1' 'ffma 20 3 2 4 0'
is 'kept for one FFMA only' costs alone 1.75 4 'ffma 20 2 3 4 1' 'ffma 20 2 3 4 0' 'ffma 20 2 3 4 0' 'ffma 20 2 3 4 0'
is 'b kept' costs alone 1.5 8 'ffma 20 2 3 5 2' 'ffma 20 4 3 7 0'
is 'c kept' costs alone 1.5 8 'ffma 20 2 3 4 4' 'ffma 20 2 3 4 0'
is 'another register in the slot is read' costs alone 2 8 'ffma 20 2 3 4 1' 'ffma 20 6 3 4 0'
is 'another instruction leaves what is kept' costs alone 1.5 8 'ffma 20 2 3 4 1' 'other 0 0 0' 'ffma 20 2 3 4 0'
is 'but for its own flag' costs alone 2 8 'ffma 20 2 3 4 1' 'other 1 8 0' 'ffma 20 2 3 4 0'
is 'which keeps too' costs alone 1 8 'other 1 2 0' 'ffma 20 2 3 4 0'
is 'operands not read are counted' costs kept 56 8 "$(kept 8 3 4)"

# In a row. The branch takes a cycle in which reads go on.
is 'one pattern throughout: the reads of its bank' costs cycles 2 50 'ffma 20 2 3 4 0'
is 'three of one bank' costs cycles 3 50 'ffma 20 2 4 6 0'
is 'all even and all odd in turn: three cycles for two' costs cycles 1.5 50 'ffma 20 2 4 6 0' 'ffma 21 3 5 7 0'
is 'though each costs three by itself' costs alone 3 50 'ffma 20 2 4 6 0' 'ffma 21 3 5 7 0'
is 'two even and one odd, one even and two odd' costs cycles 1.5 50 'ffma 20 2 4 3 0' 'ffma 21 3 5 2 0'
# Six reads in six cycles, but not within three of the first two: 8 cycles, and the branch.
easy='ffma 21 3 3 3 0'
is 'no more than the window holds' costs cycles 1.3367 50 'ffma 20 2 4 6 0' 'ffma 20 2 4 6 0' "$easy" "$easy" "$easy" "$easy"
is 'an instruction a cycle, whatever it is' costs cycles 4.04 25 'ffma 20 2 3 3 0' 'other 0 0 0' 'other 0 0 0' 'other 0 0 0'
is 'with the others one after another' costs sum 5.04 25 'ffma 20 2 3 4 0' 'other 0 0 0' 'other 0 0 0' 'other 0 0 0'
is 'a NOP does not count' costs instructions 3 1 'ffma 20 2 3 4 0' nop 'other 0 0 0'
