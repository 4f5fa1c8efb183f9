#!/bin/sh
# A kernel of packed operands is launched as its program launches it, with the shared memory that
# it needs; one that needs more than there is is refused.
. "$(dirname "$0")/lib/tune.sh"
tune_unit launch tune/space bench/complain
