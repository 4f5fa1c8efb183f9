#!/bin/sh
# Options mean what is written, and one that is not understood is named.
. "$(dirname "$0")/lib/unit.sh"
unit options options size complain
