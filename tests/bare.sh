#!/bin/sh
# bare.sh SUITE: a stranger's first minute. A Debian of that suite that has make, sudo and a
# user besides its minimal system runs the commands of README.md that begin with `make setup`
# on the files of this tree, without git. It stands in build/bare/SUITE and is made anew each
# time. Sources and proxies are those of this machine's apt and npm. All runs in a mount and
# process namespace of its own, so nothing stays mounted or running, however it ends.
set -eu
suite=$1 box=$PWD/build/bare/$1 home=$PWD/build/bare/$1/home/reader

refuse() { echo "test-bare: $*" >&2; exit 2; }
logged() { "$@" >>"$box.log" 2>&1 || { tail -n 5 "$box.log" >&2; exit 1; }; }

case $suite in
bookworm | trixie) ;;
*) refuse "no suite '$suite'; there are bookworm (Debian 12) and trixie (Debian 13)" ;;
esac
[ "$(id -u)" = 0 ] || refuse 'it installs a Debian into build/bare, which takes root'
command -v debootstrap >/dev/null || refuse 'no debootstrap here; apt-get install debootstrap brings it'
[ "${2-}" = apart ] || exec unshare --mount --pid --fork --kill-child --mount-proc sh "$0" "$suite" apart
trap 'exit 130' INT TERM HUP

host=$(sed -n '/^#/d; s|.*\(https*://[^ ]*/debian\)/*\( .*\)*$|\1|p' /etc/apt/sources.list \
    /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
settings() { apt-config "$@" 2>/dev/null || :; }
eval "$(settings shell http_proxy Acquire::http::Proxy)"
export http_proxy
rm -rf "$box" "$box.log"
mkdir -p "$box"
logged debootstrap --variant=minbase "$suite" "$box" "${host:-http://deb.debian.org/debian}"
mount -t proc proc "$box/proc"
chmod 1777 "$box/dev/shm"
cp /etc/hosts "$box/etc"
settings dump | grep -E '^Acquire::(https?|Check|Retries)' >"$box/etc/apt/apt.conf.d/host" || :
logged chroot "$box" sh -ec 'apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends make sudo
    useradd --create-home --shell /bin/sh reader'
echo 'reader ALL=(ALL) NOPASSWD: ALL' >"$box/etc/sudoers.d/reader"

# npm's settings: the user's, and those that any other file or variable of this machine holds.
[ ! -e ~/.npmrc ] || cp ~/.npmrc "$home"
command -v npm >/dev/null && for key in registry proxy https-proxy cafile; do
    value=$(npm config get "$key" 2>/dev/null) || continue
    [ "$key" != cafile ] || [ ! -e "$value" ] || { cp "$value" "$home/.ca.crt" && value=/home/reader/.ca.crt; }
    [ "$value" = null ] || echo "$key=$value" >>"$home/.npmrc"
done

root=$PWD
. tests/lib/tree.sh
copy "$home/tiles"
chroot "$box" chown -R reader: /home/reader

# What shows pages until Ctrl-C is not waited for.
sed -n 's/ serve$//; s/^    \(make setup .*\)/\1/p' README.md | {
    failed=0 told=
    while read -r command; do
        began=$(date +%s) how=passes
        chroot "$box" su - reader -c "cd tiles && $command" </dev/null || how=FAILS failed=1
        told="$told$suite: $command $how in $(($(date +%s) - began)) s
"
    done
    printf %s "$told"
    exit $failed
}
