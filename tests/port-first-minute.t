#!/bin/sh
# The first minute: on a machine without pandoc `make` says what installs it, and doctor and setup
# say what is missing, what the lens cannot use, and the way out.
. "$(dirname "$0")/lib/tap.sh"
. "$(dirname "$0")/lib/tree.sh"
root=$(cd "$(dirname "$0")/.." && pwd)
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES LENS_CXX
tree
plan 12
mkdir bin
for tool in make sh sed awk head grep cat mktemp rm mkdir basename ls wc nproc dirname find sort cmp env flock git; do
    ! command -v $tool >/dev/null || ln -s "$(command -v $tool)" bin/$tool
done
bare() { PATH="$PWD/bin" "$@" >said 2>&1; }
system() { tool uname "case \$1 in -m) echo x86_64 ;; *) echo $1 ;; esac"; }
tool() { rm -f "bin/$1" && printf '#!/bin/sh\n%s\n' "$2" >"bin/$1" && chmod +x "bin/$1"; }

system Linux
isnt 'make fails without pandoc' bare make
is 'and offers make setup' grep -q 'needs pandoc.*none here; `make setup` installs it' said
isnt 'setup without apt fails' bare sh book/setup.sh
is 'and says what to install' grep -q "install these with your system's own tool.*pandoc.*gnuplot" said
tool id 'echo 1000'
tool apt-get 'echo "$@" >>asked'
isnt 'setup without the right to install fails' bare sh book/setup.sh
is 'and says what to ask for' grep -q 'no right to install and no sudo; ask for:.*pandoc' said
tool pandoc 'echo pandoc 2.9.2.1'
for tool in gnuplot cc g++ prove xmllint; do tool $tool :; done
isnt 'where nothing is missing but pandoc is too old, setup' bare sh book/setup.sh
is 'says so' grep -q 'ask for: pandoc 2.17 or later' said
tool pandoc 'echo pandoc 3.1.11'
is 'a newer one is left alone' bare sh book/setup.sh

system Darwin
tool g++ 'echo clang'
bare sh book/doctor.sh nvcc
is 'doctor on a Mac: the lens needs Linux, and the container has it' grep -q 'Darwin.*the lens is not.*docker build' said
is 'and Clang is not GCC' grep -q 'the lens takes GCC 11 or later.*`g++` is Clang.*docker build' said
isnt 'nothing was installed' test -e asked
