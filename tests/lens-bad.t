#!/bin/sh
# Wrong kernels, of the mistakes that people make: each is rejected for its own reason, at its
# line, in a sentence that says what to look for. tests/bad/table lists them.
. "$(dirname "$0")/lib/lens.sh"
lens $(ls tests/bad/*.cu | sed 's|^tests/\(.*\)\.cu$|judged/\1|')
export LENS_SECONDS=2

poisons() { ${CXX:-g++} -ftrivial-auto-var-init=pattern -E -x c++ /dev/null >/dev/null 2>&1; }
gcc_12() { ${CXX:-g++} -dumpversion | grep -q '^12'; }

# rejected PROGRAM KERNEL WORDS LINE SENTENCE
rejected() {
    case $2 in
    unset_register) # later ones take what one thread sets for set by all
        gcc_12 || { grep "	$2	" tests/bad/told.tsv >>"$scratch/told" && return; } ;;
    unset* | never*) # needs a compiler that poisons: lens.mk
        poisons || { grep "	$2	" tests/bad/told.tsv >>"$scratch/told" && return; } ;;
    esac
    # shellcheck disable=SC2086
    build/lens/judged/bad/"$1" $3 --kernel "$2" >"$scratch/out" 2>"$scratch/said"
    code=$?
    if [ "$5" = right ]; then
        [ $code = 0 ]
        return
    fi
    sed 's/^/# /' "$scratch/said"
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$(sed "s/^$1: //" "$scratch/said")" >>"$scratch/told"
    [ $code != 0 ] && [ "$(wc -l <"$scratch/said")" = 1 ] && grep -q "^$1: $5" "$scratch/said" || return 1
    case $4 in
    -) ! grep -q '\.cu:' "$scratch/said" ;;
    '*') grep -q "tests/bad/$1\.cu:[1-9]" "$scratch/said" ;;
    *) grep -q "tests/bad/$1\.cu:$(grep -n -e "$4" "tests/bad/$1.cu" | head -n 1 | cut -d: -f1): " "$scratch/said" ;;
    esac
}

grep -v '^#' tests/bad/table >"$scratch/table"
plan $(($(wc -l <"$scratch/table") + 12))
echo "# program, kernel, what is asked, what the lens says; compiled by $(${CXX:-g++} -dumpversion | cut -d . -f 1)" >"$scratch/told"
while IFS='|' read -r program kernel words line sentence _; do
    is "$kernel: $words" rejected "$program" "$kernel" "$words" "$line" "$sentence"
done <"$scratch/table"
is 'what has no mistake is right' rejected products right verify - right
is 'nor has what hands over' rejected handover right 'count --size 64' - right
is 'nor has what the copy engine brings' rejected boxes right 'count --size 64' - right
is 'nor has what mma.sync multiplies' rejected tensors right verify - right
is 'nor has what groups of warps multiply' rejected groups right verify - right
is 'nor has what multiplies floats by parts' rejected split right verify - right
is 'nor have parts that the last block adds' rejected parts right 'count --size 64' - right
is 'nor have those that a cluster adds' rejected parts right-in-cluster verify - right
is 'nor have products whose rows are columns' rejected columns right verify - right
is 'nor has what stmatrix stores' rejected narrow right 'count --size 64' - right
for program in tests/bad/*.cu; do
    program=$(basename "$program" .cu)
    build/lens/judged/bad/"$program" list | sed "s/^/$program|/"
done | grep -vx '[a-z]*|right\(-in-cluster\)\{0,1\}' | sort >"$scratch/all"
is 'each kernel is in the table' [ "$(cut -d '|' -f 1,2 "$scratch/table" | sort -u)" = "$(cat "$scratch/all")" ]

# The book prints tests/bad/told.tsv. Another compiler may come to another thread first, and a
# loop that touches no memory is stopped at any of its lines.
mkdir -p build/lens && cp "$scratch/told" build/lens/told.tsv
same() {
    set -- '/endless_silence/s|cu:[0-9]*|cu|'
    [ "$(head -n 1 build/lens/told.tsv)" = "$(head -n 1 tests/bad/told.tsv)" ] || set -- "s/\(	[a-z ]*: \).*/\1/"
    sed "$1" build/lens/told.tsv | tail -n +2 >"$scratch/now"
    sed "$1" tests/bad/told.tsv | tail -n +2 >"$scratch/then"
    diff "$scratch/then" "$scratch/now" | sed 's/^/# /'
    cmp -s "$scratch/then" "$scratch/now"
}
is 'the sentences in the book are those of today; else: cp build/lens/told.tsv tests/bad' same
