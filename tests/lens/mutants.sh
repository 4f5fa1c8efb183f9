#!/bin/sh
# mutants.sh <ROWS: what the lens says of mutants, rows of mutants.awk. A mutant is built as any
# program is; `verify` judges it, and `count` if it passes. One in a header is judged by the
# programs that include it, of those that are built, until one rejects it.
#
#     make lens
#     awk -v seed=23 -f tests/lens/mutants.awk code/[!l]*.cu code/kernels/[!n]*.h |
#         head -n 260 | sh tests/lens/mutants.sh >mutants.tsv
#
# says it of all kernels but access patterns, which have no product, and without nearest.h, which
# chooses among kernels that are all right. That takes half an hour. Each row gets a verdict:
# rejected; survived; same code; not compiled; or, without a sentence of the lens, crashed or
# endless; then the program, the kind of mistake or what else was said.
set -u
cd "$(dirname "$0")/../.." || exit 1
room=build/lens/mutants/$$ whole=build/lens/mutants/$$-whole
said=$room/said
trap 'rm -rf "$room" "$whole" "build/lens/obj/$room" "build/lens/obj/$whole"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$room" "$whole"
LENS_SECONDS=${LENS_SECONDS:-5}
export LENS_SECONDS

named() { # FILE [LINE TEXT]: as the compiler is to name it
    text=${3-} awk -v n="${2-0}" '
        NR == 1 { printf "#line 1 \"%s\"\n", FILENAME }
        { print NR == n ? ENVIRON["text"] : $0 }' "$1"
}

code_of() { # OBJECT: what it does, without lines and columns
    objdump -d -r --no-show-raw-insn "$1" | tail -n +4
    objdump -s "$1" | awk '/^Contents of section/ { kept = /\.rodata/ } kept'
}

is_same() { # PROGRAM
    [ -e "$whole/$1.code" ] || {
        named "code/$1.cu" >"$whole/$1.cu"
        make -s "build/lens/obj/$whole/$1.o" >/dev/null 2>&1
        code_of "build/lens/obj/$whole/$1.o" >"$whole/$1.code"
    }
    code_of "build/lens/obj/$room/$1.o" | cmp -s - "$whole/$1.code"
}

asked() { # PROGRAM WORD: sets verdict
    timeout 600 "$room/$1" "$2" >"$room/out" 2>"$said"
    code=$?
    case $code in
    0) verdict=survived ;;
    124) verdict=endless ;;
    *) grep -q "^$1: " "$said" && verdict=rejected || verdict=crashed ;;
    esac
    [ "$verdict" = survived ]
}

judged() { # PROGRAM: sets verdict
    [ -e "$room/$1.cu" ] || named "code/$1.cu" >"$room/$1.cu"
    if ! make -s "$room/$1" >"$said" 2>&1; then
        verdict='not compiled'
        : >"$said"
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
    mkdir -p "$room/kernels"
    named "$file" "$line" "$text" >"$room/${file#code/}"
    worst='same code' by=
    for program in $(programs "$file"); do
        judged "$program"
        case $verdict in
        'same code') continue ;;
        survived) worst=survived by=$program ;;
        *) worst=$verdict by=$program && break ;;
        esac
    done
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$class" "$file" "$line" "$text" "$worst" "$by" \
        "$(sed "s/^$program: //" "$said" | tail -n 1)"
done
