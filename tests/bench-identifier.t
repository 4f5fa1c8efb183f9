#!/bin/sh
# A kernel of the library is called by the longest identifier in its name.
. "$(dirname "$0")/lib/unit.sh"
unit identifier identifier
