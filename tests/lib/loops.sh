# loops.sh: for tests of code/loops. Beside what unit.sh gives:
#
#   $scratch/loops     the program, under sanitizers
#   cubin FILE [ARCH [MACHINE [ABI]]] <LINES     writes one (tests/loops/cubin.c)
#   loop COUNT LINE…   the lines, COUNT times over, as the loop of the function `made`
#   score FILE COLUMN  what --csv has of its one kernel
#   fails TEXT WORD…   loops exits with 2, and says the one line that has TEXT
. "$(dirname "$0")/lib/unit.sh"
awk -f code/bench/columns.awk data/columns.tsv >"$scratch/columns.inc" || exit 1
for source in code/loops/*.c code/bench/cubin.c code/bench/columns.c code/bench/complain.c; do set -- "$@" "$source"; done
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
    -iquote code -iquote "$scratch" "$@" -lm -o "$scratch/loops" &&
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 tests/loops/cubin.c -o "$scratch/cubin" || exit 1
set --

cubin() {
    to=$1
    shift
    "$scratch/cubin" "$@" >"$to"
}

loop() {
    count=$1
    shift
    echo function made
    for i in $(seq "$count"); do printf '%s\n' "$@"; done
    echo bra 0
}

score() {
    "$scratch/loops" --csv "$1" | awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next } { print $at[name] }'
}

fails() {
    text=$1
    shift
    "$scratch/loops" "$@" >"$scratch/out" 2>"$scratch/said"
    [ $? = 2 ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/said")" = 1 ] && grep -qF -e "$text" "$scratch/said"
}
