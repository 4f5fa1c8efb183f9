#!/bin/sh
# doctor.sh: what a student's folder needs of this machine, what is missing, and how to get it. Ends with a program
# that is judged, or the reason why none can be. Exit 0 where all is well.
. course/lib.sh
bad=0
good() { printf '  %-10s %s\n' "$1" "$2"; }
lacks() { bad=1 && printf '  %-10s MISSING: %s\n' "$1" "$2"; }

case $(uname -s) in
Linux)
    good system "Linux on $(uname -m)"
    grep -qi microsoft /proc/version 2>/dev/null && case $PWD in
    /mnt/[a-z]/*) good folder "$PWD is a folder of Windows, which Linux reaches slowly; move this one below ~" ;;
    esac ;;
*) lacks system "this is $(uname -s), and the lens takes Linux; PLATFORMS.md has a container" ;;
esac
for tool in make cc awk sed tar timeout sha256sum nm objcopy objdump readelf size c++filt addr2line iconv; do
    command -v $tool >/dev/null 2>&1 || case $tool in
    nm | obj* | readelf | size | c++filt | addr2line) lacks $tool 'it comes with binutils: sudo apt-get install binutils' ;;
    make | cc) lacks $tool 'sudo apt-get install build-essential' ;;
    *) lacks $tool 'each Linux has it; on a very small one install coreutils, gawk and libc-bin' ;;
    esac
done
if command -v "${LENS_CXX:-g++}" >/dev/null 2>&1; then
    good "${LENS_CXX:-g++}" "$("${LENS_CXX:-g++}" --version | head -n 1)"
    why=$(sh code/lens/compiler.sh "${LENS_CXX:-g++}" 2>&1) || lacks '' "$why"
else
    lacks "${LENS_CXX:-g++}" 'sudo apt-get install g++; or say which, as in LENS_CXX=g++-12'
fi
if grep -q '^Seccomp:' /proc/self/status 2>/dev/null; then good seccomp 'is there: a program that is judged is shut in'
else good seccomp 'is not there: say COURSE_UNSEALED=1 before make try, for your own programs only'; fi
free=$(df -Pk . 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }')
[ "${free:-100}" -ge 100 ] || lacks disk "$free MiB are free, and the lens takes 100"
for u in $(units); do for v in course/units/"$u"/*/starter.cu; do [ -e "$v" ] && break 2; done; done
[ $bad = 0 ] && [ -e "$v" ] || { [ $bad = 0 ] || echo 'Not yet: install what is missing, and ask again.'; exit $bad; }

# A program that compiles and is judged is the best proof.
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM
build_course
unit=$u variant=${v%/starter.cu}
variant=${variant##*/}
sh course/judge.sh "$u" "$variant" "$v" "$box" "${v%/starter.cu}" || exit
why=$(sed -n 's/^public	[^	]*	[^	]*	//p' "$box/points")
case $why in
*' is 0, should be '* | *' is nan, should be '* | '') echo "All is well: the starter of $u was judged here." ;;
*) echo "The starter of $u could not be judged: $why" && exit 1 ;;
esac
