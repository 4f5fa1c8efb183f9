#!/bin/sh
# mutants.sh <ROWS: what the lens says of mutants, rows of mutants.awk. A mutant is built as any
# program is; `verify` judges it, and `count` if it passes. One in a header is judged by the
# programs that include it, of those that are built, until one rejects it.
#
#     make lens
#     awk -v seed=23 -f tests/lens/mutants.awk code/[!l]*.cu code/kernels/[!n]*.h |
#         head -n 220 | sh tests/lens/mutants.sh >mutants.tsv
#
# says it of all kernels but access patterns, which have no product, and without nearest.h, which
# chooses among kernels that are all right. That takes half an hour. Each row gets a verdict:
# rejected; survived; same code; not compiled; or, without a sentence of the lens, crashed or
# endless; then the program, and the sentence.
set -u
cd "$(dirname "$0")/../.." || exit 1
room=build/lens/mutants/$$
said=$room/said
trap 'rm -rf "$room" "build/lens/obj/$room"' EXIT
trap 'exit 1' HUP INT TERM
export LENS_SECONDS="${LENS_SECONDS:-5}"

write() { # PROGRAM [FILE LINE TEXT]: its source, or with the header that is changed
    rm -rf "$room/kernels" && mkdir -p "$room/kernels"
    cp "code/$1.cu" "$room"
    [ $# = 1 ] || text=$4 awk -v n="$3" '{ print NR == n ? ENVIRON["text"] : $0 }' "$2" >"$room/${2#code/}"
}

code_of() { # PROGRAM: what it does, without lines and columns
    objdump -d -r --no-show-raw-insn "build/lens/obj/$room/$1.o" | tail -n +4
    objdump -s "build/lens/obj/$room/$1.o" | awk '/^Contents of section/ { kept = /\.rodata/ } kept'
}

is_same() { # PROGRAM
    code_of "$1" >"$room/code"
    write "$1"
    make -s "build/lens/obj/$room/$1.o" >/dev/null 2>&1
    code_of "$1" | cmp -s - "$room/code"
}

asked() { # PROGRAM WORD: sets verdict
    timeout 600 "$room/$1" "$2" >"$room/out" 2>"$said"
    case $? in
    0) verdict=survived ;;
    124) verdict=endless ;;
    *) grep -q "^$1: " "$said" && verdict=rejected || verdict=crashed ;;
    esac
    [ "$verdict" = survived ]
}

judged() { # PROGRAM FILE LINE TEXT: sets verdict
    write "$@"
    if ! make -s "$room/$1" >"$room/out" 2>&1; then
        verdict='not compiled'
    elif asked "$1" verify && asked "$1" count && is_same "$1"; then
        verdict='same code'
    fi
}

programs() { # FILE: the stems of those that include it, short ones first
    case $1 in
    *.cu) basename "$1" .cu ;;
    *) grep -l -F " $1" build/lens/obj/code/*.d | sed 's|.*/\(.*\)\.d|code/\1.cu|' | xargs ls -Sr |
        sed 's|code/\(.*\)\.cu|\1|' ;;
    esac
}

while IFS='	' read -r class file line text; do
    rm -rf "$room" "build/lens/obj/$room"
    final='same code' by=
    for program in $(programs "$file"); do
        judged "$program" "$file" "$line" "$text"
        [ "$verdict" = 'same code' ] || final=$verdict by=$program
        case $verdict in survived | 'same code') ;; *) break ;; esac
    done
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$class" "$file" "$line" "$text" "$final" "$by" \
        "$(sed "s/^$by: //" "$said" 2>/dev/null | tail -n 1)"
done
