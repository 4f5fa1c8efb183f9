#!/bin/sh
# setup.sh [test]: installs what the book, the lens and the tests need and this machine
# lacks; with `test` also what single tests skip without. Debian and Ubuntu; elsewhere it says what to install. Does nothing where nothing lacks.
set -eu

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
install() { DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
if [ -n "$missing" ]; then
    echo "setup: installing" $missing
    $sudo apt-get update -qq
    install $missing
fi

# Ubuntu 22.04 has pandoc 2.9; Debian 12's runs there, beside it.
old || exit 0
version=2.17.1.1-2~deb12u1 machine=$(dpkg --print-architecture)
case $machine in
amd64) hash=18728969bc79d5cc25db572b164ebeb0f29e12ec1389750f05d648f8bdb43af5 ;;
arm64) hash=46767623e8834a5beff8d6e27bacf7490fa5c6b17b6eda9841ea082a3d90944f ;;
*) echo 'setup: the pandoc of this system is older than 2.17; pandoc.org/installing.html has others' >&2; exit 2 ;;
esac
echo "setup: installing pandoc $version of Debian 12 into /usr/local; this system's is too old"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
get() { # FILE SHA256
    /usr/lib/apt/apt-helper download-file "http://deb.debian.org/debian/pool/main/p/pandoc/$1" "$folder/$1" "SHA256:$2" >/dev/null
    $sudo dpkg-deb -x "$folder/$1" /usr/local/lib/pandoc
}
install libffi8 libgmp10 liblua5.3-0 libyaml-0-2
get "pandoc_${version}_$machine.deb" $hash
get "pandoc-data_${version}_all.deb" 00f20c3483876916f09fe9deb723ab42810d876a3d0d1f6d6ccfcfb1b6390d6a
echo '#!/bin/sh
pandoc_datadir=/usr/local/lib/pandoc/usr/share/pandoc exec /usr/local/lib/pandoc/usr/bin/pandoc "$@"' >"$folder/pandoc"
$sudo install -m 755 "$folder/pandoc" /usr/local/bin/pandoc
