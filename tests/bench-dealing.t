#!/bin/sh
# Rows are dealt out to cards whole and once, and the time of a product in chunks adds up.
. "$(dirname "$0")/lib/unit.sh"
unit dealing
