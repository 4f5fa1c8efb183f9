#!/bin/sh
# On a disk that is full a build fails, and what it cut short is not taken for whole by the next one; where nothing can be
# written, one sentence says so. The disk is a limit on the size of files: a write beyond it fails, as on a full one.
. "$(dirname "$0")/lib/book.sh"
fixture
own_card
for stem in alpha beta; do
    cp "$root/code/tools/hash.sh" "$root/code/tools/tokens.awk" code/tools
    sed "1,/^# kind/s|^# kind: .*|&\n# program: code/$stem.cu\n# source-sha256: $(sh code/tools/hash.sh code/$stem.cu)|" own/$stem.csv >data/own-card/$stem.csv
done
mv data/own-card data/own-fixture-card
plan 10

# full BLOCKS COMMAND…: no file gets longer than so many blocks.
full() { (trap '' XFSZ; ulimit -f "$1"; shift; "$@" >said 2>&1); }
builds share
cp build/share/own-fixture-card.tar good.tar
rm -r data/own-fixture-card
builds book
rm build/figures/*
isnt 'a chart that ends early' full 8 make build/figures/alpha-sizes.svg
mv build/book clean
rm -rf build
for blocks in 2 20 60; do
    isnt "a book of files that end after $blocks blocks" full $blocks make book
done
is 'the next has all of each' builds book
is 'as a clean one' diff -r -x .new clean build/book
before=$(find data | sort)
isnt 'an archive that does not get onto the disk' full 2 make import FILE=good.tar
is 'nothing of it stays' [ "$(find data | sort)" = "$before" ]

# What only others may write.
others='' only=
if [ "$(id -u)" = 0 ]; then
    others='setpriv --reuid=65534 --regid=65534 --clear-groups'
    command -v setpriv >/dev/null || only='# SKIP root may write everywhere, and there is no setpriv to be somebody else'
fi
trap 'chmod -R u+w "$sandbox"; rm -rf "$sandbox"' EXIT
refused() { # FOLDER GOAL…: the one sentence
    folder=$1
    shift
    # shellcheck disable=SC2086
    $others make "$@" >/dev/null 2>"$heard"
    [ $? = 2 ] && [ "$(grep -v '^make' "$heard" | cut -d : -f 1,2)" = "$folder: no file can be made in this folder" ]
}
heard=$(mktemp)
chmod -R a-w,a+rX . && chmod a+x "$sandbox"
is "where nothing can be written the book says so $only" refused build book
is "and so does import $only" refused data import FILE=good.tar
rm -f "$heard"
