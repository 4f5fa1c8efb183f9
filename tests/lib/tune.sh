# tune.sh: for tests of the tuner. Source it, then, beside what unit.sh gives:
#
#   tune_unit NAME SOURCE…  compiles tests/tune/NAME.c with code/SOURCE.c for the CPU, under
#                           sanitizers, and runs it in an empty folder; it speaks TAP
#   fake_tuner              $scratch/tune: the tuner whole, on a made-up card (tests/tune/fake.c);
#                           an empty folder becomes the current one
#   needs_tuner             build/bin/tune, built if need be; skips the test without nvcc or NVRTC

. "$(dirname "$0")/lib/unit.sh"

c_for_tune() { # OUTPUT FILE…
	output=$1
	shift
	"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -Icode -Icode/bench -Itests/lib -Itests/tune \
		"$@" -lm -o "$output"
}

tune_unit() {
	unit=tests/tune/$1.c
	shift
	for source; do
		set -- "$@" "code/$source.c"
		shift
	done
	c_for_tune "$scratch/unit" "$unit" "$@" || exit 1
	mkdir "$scratch/empty" && cd "$scratch/empty" && "$scratch/unit"
}

fake_tuner() {
	set -- tests/tune/fake.c
	for source in tune/main tune/request tune/tuner tune/listing tune/journal tune/ready tune/pass \
		tune/final tune/rows tune/space tune/model tune/search tune/winner bench/record bench/progress bench/complain bench/size bench/stats; do
		set -- "$@" "code/$source.c"
	done
	c_for_tune "$scratch/tune" "$@" || exit 1
	mkdir "$scratch/empty" && cd "$scratch/empty" || exit 1
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
