#!/bin/sh
# setup.sh [test]: installs what the book, the lens and the tests need and this machine
# lacks; with `test` also what single tests skip without. Debian and Ubuntu; elsewhere it
# says what to install. Does nothing where nothing lacks.
set -eu
export LC_ALL=C.UTF-8

# command, Debian package, what wants it
needs='
pandoc  pandoc         book
gnuplot gnuplot-nox    book
cc      gcc            programs
g++     g++            lens
prove   perl           tests
xmllint libxml2-utils  tests
zip     zip            test
unzip   unzip          test
rsvg-convert librsvg2-bin test
munged  munge          test
sbatch  slurm-client   test
slurmd  slurmd         test
slurmctld slurmctld    test
'
PATH=$PATH:/usr/sbin:/sbin
missing=$(echo "$needs" | while read -r command package what; do
    [ -z "$command" ] || { [ "$what" = test ] && [ "${1-}" != test ]; } || command -v "$command" >/dev/null 2>&1 || echo "$package"
done)
old() { pandoc --version 2>/dev/null | awk 'NR == 1 { split($2, v, "."); exit !(v[1] * 1000 + v[2] < 2017) }'; }
[ -n "$missing" ] || old || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: install these with your system's own tool, then go on:" ${missing:-pandoc 2.17 or later} >&2
    exit 2
fi
sudo=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null 2>&1 || {
        echo "setup: no right to install and no sudo; ask for:" ${missing:-pandoc 2.17 or later} >&2
        exit 2
    }
    sudo=sudo
fi
if [ -n "$missing" ]; then
    echo "setup: installing" $missing
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

# Ubuntu 22.04, say, has pandoc 2.9.
old || exit 0
echo 'setup: the pandoc of this system is older than 2.17; pandoc.org/installing.html has others' >&2
exit 2
