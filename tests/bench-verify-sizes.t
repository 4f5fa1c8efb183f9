#!/bin/sh
# verify tries every edge of a tile, empty and single sides, primes, tall, wide and deep.
. "$(dirname "$0")/lib/unit.sh"
unit verify-sizes size
