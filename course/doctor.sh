#!/bin/sh
# doctor.sh: what a student's folder needs of this machine, what is missing, and how to get it. Ends with a right program
# that is judged as right, and three wrong ones that are not; or says that the compiler of this machine judges wrongly. Exit 0
# where all is well.
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
[ $bad = 0 ] || { echo 'Not yet: install what is missing, and ask again.'; exit 1; }

# Programs that are judged as they should be are the best proof.
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM
build_course
# shellcheck disable=SC2046
set -- $(units)
judged() { # UNIT SED: doctor.cu with this change, as a program of this unit; false with $why where it is refused
    sed "$2" course/doctor.cu >"$box/it.cu"
    { sh course/compile.sh "$1" "$box/it.cu" "$box" - && run_judge "$box" verify by-warp 0 4 1 32 0 &&
        run_judge "$box" count by-warp 0 4 1 32 0 32x16x64; } || { why=$(its_words "$box"); return 1; }
}
wrongly() {
    echo "The compiler ${LENS_CXX:-g++} judges wrongly on this machine: $*. Your grade does not come from here, but take another one: PLATFORMS.md, An old GCC."
    exit 1
}
judged "$1" '' || case $why in
*seccomp*) echo "$why" && exit 1 ;;
*) wrongly "a right product is told \`$why\`" ;;
esac
seen=$(total global load sectors 32x16x64 <"$box/verdict")
[ "$seen" = 36864 ] || wrongly "of a kernel that asks for 36864 sectors it counts $seen"
good judged 'a right product is right, and its count is exact'
refuses() { # SED WHAT WORDS
    ! judged "$unit" "$1" || wrongly "$2 is taken for right"
    case $why in *"$3"*) good judged "$2: ${why##*: }" ;; *) wrongly "$2 is told \`$why\`" ;; esac
}
unit=$1
refuses 's/__syncthreads();/;/' 'a product without its barriers' 'race: '
refuses 's/row < M && alpha/alpha/' 'a product without its guard' 'out of bounds: '
refuses 's/half \/= 2/half \/= 4/' 'a product that leaves out some sums' 'should be '
echo 'All is well: right and wrong programs are judged here as they should be.'
