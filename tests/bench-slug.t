#!/bin/sh
# Every name of a card makes one tame folder name.
. "$(dirname "$0")/lib/unit.sh"
unit slug record columns complain
