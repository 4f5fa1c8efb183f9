#!/bin/sh
# setup.sh: installs what the book, the lens and the tests need and this machine lacks.
# Debian and Ubuntu; elsewhere it says what to install. Does nothing where nothing lacks.
set -eu

# command, Debian package, what wants it
needs='
pandoc  pandoc         book
gnuplot gnuplot-nox    book
cc      gcc            programs
g++     g++            lens
prove   perl           tests
xmllint libxml2-utils  tests
'
missing=$(echo "$needs" | while read -r command package _; do
    [ -z "$command" ] || command -v "$command" >/dev/null 2>&1 || echo "$package"
done)
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: install these with your system's own tool, then go on:" $missing >&2
    exit 2
fi
sudo=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || {
        echo "setup: no right to install and no sudo; ask for:" $missing >&2
        exit 2
    }
    sudo=sudo
fi
echo "setup: installing" $missing
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
