#!/bin/sh
# CI runs the README's test command and nothing else, and the README's verbs are there.
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1
. tests/lib/tap.sh
plan 4
command=$(awk '/^## Test it/ { t = 1 } t && /^    / { print $0; exit }' README.md | sed 's/^ *//')
is 'the README has a test command' test "$command" = 'make setup test test-web'
is '.ci/run runs it' grep -qx "$command" .ci/run
is 'and no other' test "$(grep -c '^make' .ci/run)" = 1
missing=$(grep -o '`make [a-z]*' README.md | sed 's/`make //' | sort -u | while read -r verb; do
    make help | grep -q "^  make $verb " || echo "$verb"
done)
is "every verb that the README names is in make help: $missing" test -z "$missing"
