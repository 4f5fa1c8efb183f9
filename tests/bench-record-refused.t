#!/bin/sh
# A record that cannot be written is refused at once, in one line that names the path.
. "$(dirname "$0")/lib/unit.sh"
unit record-refused record columns complain
