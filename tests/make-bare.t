#!/bin/sh
# test-bare says in a sentence what it wants, before it makes anything.
. "$(dirname "$0")/lib/unit.sh"
mkdir "$scratch/bin"
for tool in make sh; do
    ln -s "$(command -v $tool)" "$scratch/bin/$tool"
done
refuses() { # UID TEXT WORD…
    printf '#!/bin/sh\necho %s\n' "$1" >"$scratch/bin/id" && chmod +x "$scratch/bin/id"
    text=$2
    shift 2
    PATH=$scratch/bin make test-bare "$@" >"$scratch/out" 2>"$scratch/said"
    [ $? = 2 ] && [ ! -s "$scratch/out" ] && grep -qF "$text" "$scratch/said"
}
plan 3
is 'a suite that it does not know' refuses 0 "test-bare: no suite '../..'; there are bookworm (Debian 12) and trixie (Debian 13)" SUITE=../..
is 'the rights of root' refuses 1000 'test-bare: it installs a Debian into build/bare, which takes root'
is 'and debootstrap' refuses 0 'test-bare: no debootstrap here; apt-get install debootstrap brings it'
