#!/bin/sh
# An interrupted measurement goes on from rows that can have been measured, and from no others.
. "$(dirname "$0")/lib/unit.sh"
unit record-damaged record columns complain
