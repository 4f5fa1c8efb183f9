#!/bin/sh
# sheet.sh UNIT ID: a student's own questions, as a file to be filled in.
. course/lib.sh
. course/staff/lib.sh
has_unit "$1"
good_id "$2" || say "'$2' is no id: small letters, digits, dots and dashes, 32 at most"
asked=$(asked "$2") || exit
printf '# %s: predictions of %s\n# Whole numbers, in digits alone: 1,024 is written 1024. Nobody else has these sizes.\n' "$(of title)" "$2"
until=$(due predict "$2") || exit
[ -z "$until" ] || printf '# In by %s.\n' "$(iso "$until")"
printf 'unit: %s\nid: %s\ncode: %s\n' "$unit" "$2" "$(code_of "$2")"
echo "$asked" | awk -F '\t' '{ printf "\n# %s\n%s:\n", $5, $1 }'
