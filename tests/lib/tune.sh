# tune.sh: for tests of the tuner. Source it, then, beside what unit.sh gives:
#
#   tune_unit NAME SOURCE…  compiles tests/tune/NAME.c with code/SOURCE.c for the CPU, under
#                           sanitizers, and runs it in an empty folder; it speaks TAP
#   fake_tuner              $scratch/tune: the tuner whole, on a made-up card (tests/tune/fake.mk);
#                           an empty folder becomes the current one
#   needs_tuner             build/bin/tune, built if need be; skips the test without nvcc or NVRTC

. "$(dirname "$0")/lib/unit.sh"

tune_unit() {
    unit=tests/tune/$1.c
    shift
    for source; do
        set -- "$@" "code/$source.c"
        shift
    done
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -fsanitize=address,undefined \
        -fno-sanitize-recover=undefined -iquote code -Itests/lib -Itests/tune \
        "$unit" "$@" -lm -o "$scratch/unit" || exit 1
    mkdir "$scratch/empty" && cd "$scratch/empty" && "$scratch/unit"
}

fake_tuner() {
    locked tests make -s -f tests/tune/fake.mk || exit 1
    ln -s "$PWD/build/tests/tune" "$scratch/tune" && mkdir "$scratch/empty" && cd "$scratch/empty" || exit 1
}

needs_tuner() {
    needs_nvcc
    home=$(cd "$(dirname "$nvcc")/.." && pwd)
    [ -e "$home/include/nvrtc.h" ] || {
        echo '1..0 # SKIP no NVRTC here; it comes with the CUDA Toolkit'
        exit 0
    }
    program tune
}
