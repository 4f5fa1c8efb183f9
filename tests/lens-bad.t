#!/bin/sh
# Wrong kernels, of the mistakes that people make: each is rejected for its own reason, at its
# line, in a sentence that says what to look for. tests/bad/table lists them.
. "$(dirname "$0")/lens/tap.sh"
lens $(ls tests/bad/*.cu | sed 's|^tests/\(.*\)\.cu$|judged/\1|')
export LENS_SECONDS=2

# rejected PROGRAM KERNEL WORDS LINE SENTENCE
rejected() {
    # shellcheck disable=SC2086
    build/lens/judged/bad/"$1" $3 --kernel "$2" >"$scratch/out" 2>"$scratch/said"
    code=$?
    if [ "$5" = right ]; then
        [ $code = 0 ]
        return
    fi
    sed 's/^/# /' "$scratch/said"
    [ $code != 0 ] && [ "$(wc -l <"$scratch/said")" = 1 ] && grep -q "^$1: $5" "$scratch/said" || return 1
    case $4 in
    -) ! grep -q '\.cu:' "$scratch/said" ;;
    '*') grep -q "tests/bad/$1\.cu:[1-9]" "$scratch/said" ;;
    *) grep -q "tests/bad/$1\.cu:$(grep -n -e "$4" "tests/bad/$1.cu" | head -n 1 | cut -d: -f1): " "$scratch/said" ;;
    esac
}

grep -v '^#' tests/bad/table >"$scratch/table"
plan $(($(wc -l <"$scratch/table") + 2))
while IFS='|' read -r program kernel words line sentence; do
    is "$kernel: $words" rejected "$program" "$kernel" "$words" "$line" "$sentence"
done <"$scratch/table"
is 'what has no mistake is right' rejected products right verify - right
for program in products warps; do
    build/lens/judged/bad/$program list | sed "s/^/$program|/"
done | grep -vx 'products|right' | sort >"$scratch/all"
is 'each kernel is in the table' [ "$(cut -d '|' -f 1,2 "$scratch/table" | sort -u)" = "$(cat "$scratch/all")" ]
