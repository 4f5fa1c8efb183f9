#!/bin/sh
# doctor.sh NVCC: what is here, what is missing, and what each lack costs. Changes nothing.
export LC_ALL=C.UTF-8
nvcc=$1

say() { printf '  %-18s %s\n' "$1" "$2"; }

# tool NAME HOW-TO-ASK WHAT-ITS-LACK-COSTS
tool() {
    if command -v "$1" >/dev/null 2>&1; then
        say "$1" "$(sh -c "$2" 2>&1 | head -n 1)"
    else
        say "$1" "MISSING: $3"
    fi
}

container='`docker build -t tiles .` makes a container that has all (README.md)'
case $(uname -s) in
Linux)
    if grep -qi microsoft /proc/version 2>/dev/null; then
        say system 'Linux in Windows (WSL): all works; the GPU comes with the driver of Windows, none is installed here'
        case $PWD in /mnt/[a-z]/*) say folder "$PWD is a folder of Windows, which Linux reaches slowly; keep the book below ~" ;; esac
    else
        say system "Linux on $(uname -m)"
    fi
    ;;
*) say system "$(uname -s): the book and its pages are at home here, the lens is not (it takes Linux and GCC); $container" ;;
esac

echo 'To read and build the book:'
tool pandoc 'pandoc --version' 'no book; make setup installs it'
tool gnuplot 'gnuplot --version' 'no figures, so no book; make setup installs it'
tool make 'make --version' 'nothing works'

echo 'To run the programs without a GPU:'
tool cc 'cc --version' 'no lens, no programs and no tests; make setup installs it'
tool g++ 'g++ --version' 'no lens; make setup installs it'
sh code/lens/compiler.sh "${LENS_CXX:-g++}" 2>&1 | while read -r no; do say '' "$no"; done
tool addr2line 'addr2line --version' 'no lens; it comes with binutils, and make setup installs it'
tool sha256sum 'sha256sum --version' 'no lens and no programs: records carry a hash; it is in coreutils'

echo 'To run kernels in a page:'
tool node 'node --version' 'no make play, so listings have no Run; make setup play installs it'

echo 'To measure a card of your own:'
tool "${nvcc:-nvcc}" "${nvcc:-nvcc} --version | sed -n 's/.*release/release/p'" \
    'no verify and no measure, and no tune; it comes with the CUDA Toolkit'
if command -v nvidia-smi >/dev/null 2>&1; then
    say GPU "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>&1 | head -n 1)"
else
    say GPU 'MISSING: no verify and no measure, and no tune; the book shows the reference card'
fi
at=$(dirname "$(command -v "${nvcc:-nvcc}" || echo /usr/local/cuda/bin/nvcc)")
nccl=$(ls "$at"/../lib*/libnccl.so.2 /usr/lib*/libnccl.so.2 /usr/lib/*/libnccl.so.2 2>/dev/null | head -n 1)
say NCCL "${nccl:-MISSING: no product on several cards; all other programs do without}"
tool ncu 'ncu --version | tail -n 1' 'no counters of your own (make profile); those of the reference stay'
tool compute-sanitizer 'compute-sanitizer --version | tail -n 1' 'make profile looks for no races and stray accesses'
tool cuobjdump 'cuobjdump --version | tail -n 1' 'make profile counts no machine code'
tool c++filt 'c++filt --version' 'make profile counts no machine code; it comes with binutils'

echo 'To run the tests:'
tool flock 'flock --version' 'two makes at once may disturb each other; it is in util-linux'
tool prove 'prove --version' 'no tests; make setup installs it'
tool xmllint 'xmllint --version' 'pages are not checked for form; make setup installs it'

echo 'Records in data/:'
for folder in data/*/; do
    name=$(basename "$folder")
    case $name in published | lens | loops) continue ;; esac
    say "$name" "$(ls "$folder"*.csv 2>/dev/null | wc -l) records"
done
