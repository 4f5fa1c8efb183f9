#!/bin/sh
# Each stem that can be tuned has 300 to 450 configurations that a large card takes.
. "$(dirname "$0")/lib/tune.sh"
tune_unit space tune/space bench/complain
