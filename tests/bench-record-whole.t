#!/bin/sh
# A record is head, columns, rows and a line that counts them, and is there only when whole.
. "$(dirname "$0")/lib/unit.sh"
unit record-whole record columns complain
