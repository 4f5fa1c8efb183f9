# unit.sh: for tests of C and of programs that are compiled. Source it, then, beside what tap.sh gives:
#
#   build NAME SOURCE… compiles tests/bench/NAME.c with SOURCE.c of code/bench or code/bench/gpu for the CPU,
#                      under sanitizers, into $scratch/unit
#   unit NAME SOURCE…  does that and runs it in an empty folder; it speaks TAP
#   program STEM       build/bin/STEM, built if need be; skips the test without nvcc
#   needs_nvcc         skips the test without nvcc, whose path is $nvcc
#
# The current folder is the root; $scratch is a temporary one that goes at the end, and
# what the file $scratch/said holds is shown when a test fails.

cd "$(dirname "$0")/.." || exit 1
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DEVICE C
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
heard=$scratch/said
. tests/lib/tap.sh

build() {
    unit=tests/bench/$1.c
    shift
    for source; do
        [ -e "code/bench/$source.c" ] || source=gpu/$source
        set -- "$@" "code/bench/$source.c"
        shift
    done
    awk -f code/bench/columns.awk data/columns.tsv >"$scratch/columns.inc" || exit 1
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -fsanitize=address,undefined \
        -fno-sanitize-recover=undefined -iquote code -iquote "$scratch" -Itests/lib \
        "$unit" "$@" -lm -o "$scratch/unit"
}

unit() {
    build "$@" || exit 1
    mkdir "$scratch/empty" && cd "$scratch/empty" && "$scratch/unit"
}

nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc)

needs_nvcc() {
    [ -n "$nvcc" ] || {
        echo '1..0 # SKIP no nvcc here; it comes with the CUDA Toolkit'
        exit 0
    }
}

locked() { # NAME COMMAND…: one at a time, as the Makefile's
    lock=$1
    shift
    mkdir -p build && if command -v flock >/dev/null; then flock "build/.$lock.lock" "$@"; else "$@"; fi
}

program() {
    needs_nvcc
    locked programs make -s "build/bin/$1" >"$scratch/said" 2>&1 || {
        sed 's/^/# /' "$scratch/said"
        echo "Bail out! build/bin/$1 does not build"
        exit 1
    }
}
