#!/bin/sh
# Configurations of the real sources compile without a GPU, and none is compiled twice; what nvcc
# makes of one for the final is the machine code of the program.
. "$(dirname "$0")/lib/tune.sh"
needs_tuner
tuner=$PWD/build/bin/tune
mkdir "$scratch/tree" && mkdir "$scratch/tree/tests" && cp -R code "$scratch/tree" &&
    cp -R tests/tune "$scratch/tree/tests" && cd "$scratch/tree" || exit 1
compiles() { # STEM CONFIG [CONFIG]
    "$tuner" "$1" --compile-only --arch sm_90 --config "$2" ${3:+--config "$3"} >"$scratch/said" 2>&1
}
cubins() { find build/tune -name '*.cubin' -size +0 | sort; }
count() { [ "$(cubins | wc -l)" -eq "$1" ] && [ "$(cubins | grep -c '\.nvcc\.cubin$')" -eq $(($1 / 2)) ]; }
untouched() { compiles "$@" && [ -z "$(find build/tune -name '*.cubin' -newer "$scratch/mark")" ]; }
left() { find build/tune -name '*.tmp' | grep -q .; }

# kernels CUBIN: names, with offset and size of the machine code
kernels() {
    readelf -SW "$1" 2>/dev/null | sed 's/^ *\[ *[0-9]*\]//' |
        awk '$1 ~ /^[.]text[.]/ { print substr($1, 7), "0x" $4, "0x" $5 }'
}
# code CUBIN OFFSET SIZE
code() { tail -c +$(($2 + 1)) "$1" | head -c $(($3)); }
# same STEM CONFIG [ENTRY]: the tuner's one kernel and that of the program's table, of which
# the entry that launches it is enough
same() {
    # An entry may go on in the next line.
    sed "/^const struct kernel kernels/,/^};/{/\",.*[0-9],\$/{N;s/\\n *//;};/\"/{/\"$3/!d;}}" "code/$1.cu" >code/program.cu
    "$nvcc" -cubin -arch=sm_90 -Icode -O3 -lineinfo -o program.cubin code/program.cu 2>"$scratch/said" || return
    made=$(echo build/tune/"$1"/*/"$2.nvcc.cubin")
    # shellcheck disable=SC2046
    set -- $(kernels "$made")
    [ $# -eq 3 ] || return
    code "$made" "$2" "$3" >a
    # shellcheck disable=SC2046
    set -- $(kernels program.cubin | awk -v name="$1" '$1 == name { print $2, $3 }')
    [ $# -eq 2 ] && code program.cubin "$1" "$2" >b && [ -s a ] && cmp -s a b
}

plan 19
is 'autotuning' compiles autotuning 128x128x16-8x8
is 'what nvcc makes of it is the code of the program' same autotuning 128x128x16-8x8 by-hand
is 'warptiling' compiles warptiling 128x128x16-32x64-8x8
is 'here, too, it is that' same warptiling 128x128x16-32x64-8x8 8x8-warp-4x8
is 'registers' compiles registers 128x256x16-64x64-16x8-3x1-1x1
is 'with its stages, order and store, too' same registers 128x256x16-64x64-16x8-3x1-1x1
is 'a cubin by each compiler is kept of each' count 6

rm -r build && cp tests/tune/templated.cu code/autotuning.cu
is 'a small source' compiles autotuning 128x128x16-8x8 96x96x8-4x12
is 'makes two by each' count 4
sleep 1 && : >"$scratch/mark"
is 'they are not compiled again' untouched autotuning 128x128x16-8x8 96x96x8-4x12
echo '/* edited */' >>code/kernels/gemm.h
is 'a header that is edited' compiles autotuning 128x128x16-8x8
is 'makes others' count 6
isnt 'nothing is left half' left
sed -i 's/__shared__/__shard__/' code/autotuning.cu
isnt 'a source that does not compile' compiles autotuning 128x128x16-8x8
is 'is said to, with its first error' grep -q '^128x128x16-8x8: does not compile: error: .*__shard__' "$scratch/said"
is 'by nvcc, too' grep -q '^128x128x16-8x8 by nvcc: does not compile: error: .*__shard__' "$scratch/said"
is 'and leaves no cubin of it' count 6
isnt 'nor half of one' left
sed 's/^#ifdef CONSTANTS/&\n__global__ void another() {}/' tests/tune/templated.cu >code/autotuning.cu
isnt 'a source that makes two kernels is refused' compiles autotuning 128x128x16-8x8
