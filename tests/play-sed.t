#!/bin/sh
# launch.sed is read in a page as it stands, by code/lens/web/sed.js: every program and header comes out as sed has it.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
heard=$(mktemp)
trap 'rm -f "$heard"' EXIT
command -v node >/dev/null 2>&1 || { echo '1..0 # SKIP no node here'; exit; }
plan 1
node tests/play/sed.mjs $(find code tests/bad tests/good tests/lens -name '*.cu' -o -path 'code/*' -name '*.h') >"$heard" 2>&1
is 'sed.js does what sed does' [ ! -s "$heard" ]
