#!/bin/sh
# race-compile.sh UNIT VARIANT FILE BOX KEY: a student's program, the staff's and the rung before, beside
# cuBLAS, become BOX/race (course/race.c says what that does). Exit 1 when the program does not go
# together with that and BOX/words says why; 2 when this machine cannot build anybody's.
#
# What the lens has judged (course/compile.sh) must be what the card runs: there is nothing in
# the program that means one thing to one compiler and another to the other.
. course/lib.sh
. course/race-lib.sh
unit=$1 box=$4 key=$5 root=$PWD
variant_named "$2"

refuse() {
    printf '%s: %s\n' "$unit" "$*" >"$box/words"
    exit 1
}
cannot() {
    printf '%s\n' "$*" >"$box/words"
    exit 2
}

# Without comments, lines joined, and without those directives that the starter has.
plain() { sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$1" | g++ -x c++ -fpreprocessed -dD -E -P - 2>/dev/null; }
plain "$key/starter.cu" | grep '^#' >"$box/given"
plain "$3" >"$box/read" || refuse 'it cannot be read'
grep -vxFf "$box/given" "$box/read" >"$box/plain"
stranger=$(grep -m 1 -oE '^[[:space:]]*(#|%:)[[:space:]]*(if|ifdef|ifndef|elif|else|endif|undef|line|include_next|pragma[[:space:]]+(push|pop)_macro)([^A-Za-z0-9_]|$)|##|%:%:|\?\?[=/'"'"'()!<>-]|(^|[^A-Za-z0-9_])(__(CUDA|NV|GNU|GXX|HOST|DEVICE_|has_|cpp|cplusplus|VERSION|FILE|BASE_FILE|COUNTER|INCLUDE|DATE|TIME|STD|OPTIMIZE|SIZEOF|SANITIZE|x86_64|aarch64|linux)[A-Za-z0-9_]*|CUDA(RT)?_[A-Z0-9_]*|LENS[A-Z_0-9]*)' "$box/plain" | tr -d ' ')
[ -z "$stranger" ] || refuse "it uses \`$stranger\`, by which the card could be given another program than the lens"

alone programs make -s -j"${COURSE_JOBS:-$(nproc)}" --no-print-directory ARCH="$RACE_ARCH" course-race >"$box/said" 2>&1 || cannot "$(tail -n 1 "$box/said")"
. build/course/race-flags

# The staff's and the rung's, each in a namespace of its own, so that nothing of the student's can
# stand in for it. NAME FILE KERNEL
other() {
    {
        sed -n '/^#include/p' "$2"
        echo '#include <string.h>'
        echo "namespace race_the_$1 {"
        sed '/^#include/d' "$2"
        echo '}'
        cat <<CODE
extern "C" const struct kernel *race_$1(void);
const struct kernel *race_$1(void)
{
    for (const struct kernel *k = race_the_$1::kernels; k->name; ++k)
        if (strcmp(k->name, "$3") == 0)
            return k;
    return nullptr;
}
CODE
    } >"$4/$1.cu"
    # shellcheck disable=SC2086,SC2154
    (cd "$4" && $nvcc -I"$root/code" -I"$root" -c "$1.cu" -o "$1.o")
}
others() {
    rung=$(of rung)
    rm -rf "$key/card.part" && mkdir "$key/card.part" &&
        other reference "$key/solution.cu" "$(of kernel)" "$key/card.part" &&
        if [ "$rung" = starter ]; then other rung "$key/starter.cu" "$(of kernel)" "$key/card.part"
        else other rung "code/${rung% *}.cu" "${rung#* }" "$key/card.part"; fi &&
        rm -rf "$key/card" && echo "$RACE_ARCH" >"$key/card.part/arch" && mv "$key/card.part" "$key/card"
}
if [ "$6" = others ]; then # called by itself, below, one at a time
    [ "$(cat "$key/card/arch" 2>/dev/null)" = "$RACE_ARCH" ] || others
    exit
fi
beside=
if [ -e "$key/solution.cu" ]; then
    alone "key-$unit" sh course/race-compile.sh "$1" "$2" "$3" "$box" "$key" others >"$box/said" 2>&1 || cannot "$(tail -n 1 "$box/said")"
    beside="$key/card/reference.o $key/card/rung.o"
fi

cp "$3" "$box/$unit.cu"
# shellcheck disable=SC2086
(cd "$box" && ulimit -t 300 && $nvcc -Dkernels=race_yours -I"$root/code" -I"$root" -c "$unit.cu" -o it.o) >"$box/said" 2>&1 </dev/null ||
    refuse "nvcc does not take it: $(grep -m 1 error "$box/said" | sed "s|$root/||; s|^$box/||" | grep . || tail -n 1 "$box/said")"
stranger=$(nm -u "$box/it.o" | awk '{ print $2 }' | grep -m 1 -vxE '__cuda(Register[A-Za-z]*|UnregisterFatBinary|(Push|Pop)CallConfiguration|GetKernel|LaunchKernel(_ptsz)?|InitModule)|__cxa_guard_(acquire|release|abort)|__gxx_personality_v0|_Unwind_Resume|__stack_chk_fail|atexit|_GLOBAL_OFFSET_TABLE_|mem(cpy|set|move|cmp)|cuda(GetLastError|PeekAtLastError|DeviceSynchronize|FuncSetAttribute|DeviceGetAttribute|GetErrorString|LaunchKernel)(_ptsz)?|cuda_check|complain|complain_later|(nearbyint|ldexp|frexp|log|log2|exp|exp2|sqrt|floor|ceil|fmax|fmin|fma|fabs|pow|round)f?' | c++filt)
[ -z "$stranger" ] || refuse "for the card it calls or uses \`$stranger\`, which a kernel has no use for"
[ "$(readelf -SW "$box/it.o" | sed 's/^ *\[ *[0-9]*\] *//' | awk '$1 ~ /^\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)/ { print $1, $5 }')" = '.init_array 000008' ] ||
    refuse 'for the card it runs code before or after main()'
# What is first defined stands.
# shellcheck disable=SC2086,SC2154
$link build/course/race.o $beside "$box/it.o" $objects $libraries -o "$box/race" >"$box/said" 2>&1 ||
    refuse "it does not link: $(grep -m 1 -o 'undefined reference.*\|multiple definition.*' "$box/said" | grep . || tail -n 1 "$box/said")"
