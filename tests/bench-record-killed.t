#!/bin/sh
# A kill at any moment leaves the old record whole, and the next run goes on from there.
. "$(dirname "$0")/lib/unit.sh"
unit record-killed record columns complain
