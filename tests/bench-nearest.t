#!/bin/sh
# A shape that nobody tuned for goes to the nearest one that somebody did.
. "$(dirname "$0")/lib/unit.sh"
unit nearest
