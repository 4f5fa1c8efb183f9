#!/bin/sh
# No line of prose or of facts is longer than 200 characters; code and the rows of tables may be.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
heard=$scratch/said
# Bytes that go on with a character are no characters.
long() {
    for file; do
        LC_ALL=C tr -d '\200-\277' <"$file" | awk -v file="$file" '/^ *(~~~|```)/ { code = !code }
            !code && !/^\|/ && length > 200 { printf "%s:%d: %d characters\n", file, NR, length }'
    done >"$heard"
    [ ! -s "$heard" ]
}
plan 3
is 'the prose and its facts' long chapters/*.md chapters/*.facts course/GUIDE.md course/SESSIONS.md course/RACE.md course/HANDBOOK.md course/PLATFORMS.md course/*.facts book/new/chapter.md
line=$(printf '%0200d' 0)
printf '%s\n~~~\n%s0\n~~~\n|%s\n%s' "$line" "$line" "$line" "$line" | sed '$s/0/×/g' >"$scratch/made.md"
is 'signs count, not bytes; code and tables do not' long "$scratch/made.md"
printf '~~~\n~~~\n%s0\n' "$line" >"$scratch/made.md"
isnt 'a longer line is found' long "$scratch/made.md"
