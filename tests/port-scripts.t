#!/bin/sh
# What a script or a rule must do wherever it runs: a script that is run by name speaks one language before it reads a number
# or a letter, and a rule writes beside its target and renames what is whole.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
heard=$(mktemp)
trap 'rm -f "$heard"' EXIT
plan 2
for script in $(find book code course -name '*.sh'); do
    head -n 1 "$script" | grep -qx '#!/bin/sh' || continue
    awk '/^#/ || /^set -/ || /^$/ { next } { exit !/^(export LC_ALL=C(\.UTF-8)?$|\. course\/lib\.sh$)/ }' "$script" || echo "$script"
done >"$heard"
is 'the first command of a script sets the locale' [ ! -s "$heard" ]
find Makefile book code course -name '*.mk' -exec grep -nE '(>|-o) ?\$+@($| )|cp [^&]* \$+@($| )' {} + >"$heard"
is 'no rule writes its target in place' [ ! -s "$heard" ]
