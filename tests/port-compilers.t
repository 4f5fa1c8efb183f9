#!/bin/sh
# What the lens counts does not depend on the compiler nor on the machine: the naive kernel's
# counts by every GCC that is here, and on aarch64 under an emulator.
. "$(dirname "$0")/lib/lens.sh"
root=$PWD
. tests/lib/tree.sh
lens naive
tree
mkdir -p build/lens
cp -Rp "$root/build/lens/obj" build/lens
at_128='^\(kernel\|naive,128,128,128\),'
grep "$at_128" data/lens/naive.csv >recorded

# counts NAME RUNNER MAKE-WORD…: the program by another compiler counts as the record says
counts() {
    name=$1 runner=$2
    shift 2
    what="$name counts what the record says"
    rm -f build/lens/naive build/lens/obj/code/naive.o
    # shellcheck disable=SC2086
    is "$what" sh -c "make -s build/lens/naive $* >said 2>&1 && $runner build/lens/naive verify --size 65x33x17 >>said 2>&1 &&
        $runner build/lens/naive count --size 128 2>>said | grep '$at_128' >counted && cmp counted recorded || { sed 's/^/# /' said; exit 1; }"
}
skip() {
    is "$1 # SKIP $2" true
}

plan 9
for version in 11 12 13 14 15 16; do
    if command -v g++-$version >/dev/null; then
        counts "GCC $version" '' LENS_CXX=g++-$version
    else
        skip "GCC $version" "g++-$version is not here; Debian and Ubuntu have a package of that name"
    fi
done
if command -v aarch64-linux-gnu-g++ >/dev/null && command -v qemu-aarch64-static >/dev/null; then
    rm -rf build/lens
    counts aarch64 'qemu-aarch64-static -L /usr/aarch64-linux-gnu' LENS_CXX=aarch64-linux-gnu-g++ CC=aarch64-linux-gnu-gcc
else
    skip aarch64 'no cross compiler and emulator here; they are in g++-aarch64-linux-gnu and qemu-user-static'
fi
refused() { ! make -s build/lens/naive LENS_CXX="$1" >said 2>&1 && grep -q "the lens takes GCC 11 or later.*\`$1\` is $2; .*docker build" said; }
printf '#!/bin/sh\necho clang\n' >clang
chmod +x clang
rm -f build/lens/obj/code/naive.o
is 'Clang is refused in a sentence that says the way out' refused ./clang Clang
is 'and so is what is not there' refused nowhere/g++ none
