#!/bin/sh
# Each kernel's errors are reported by the tool that looked, and a kernel with one is named.
. "$(dirname "$0")/lib/unit.sh"
mkdir -p "$scratch/build/bin" "$scratch/path" && cp -R code "$scratch" && cd "$scratch" || exit 1
PATH=$PWD/path:$PATH

# Two kernels and a probe; `guilty` names the kernel with errors, `wrong` a wrong product.
cat >build/bin/toy <<'END'
#!/bin/sh
case $1 in
device) echo toy-card ;;
head) printf '# record: tiles 1\n# kind: counters\n' ;;
list) printf 'tile-8\ntile-16\n' ;;
verify)
    kernels='tile-8 tile-16'
    while [ $# -gt 0 ]; do [ "$1" != --kernel ] || kernels=$2; shift; done
    for kernel in $kernels; do
        [ "$(cat wrong 2>/dev/null)" != "$kernel" ] || { echo "toy: $kernel at 129x65x17" >&2; exit 1; }
        printf '%-20s %3d small products are right\n' "$kernel" 81
    done
    [ "$kernels" != 'tile-8 tile-16' ] || printf '%-20s computes what it should\n' copy ;;
esac
END
# What compute-sanitizer prints around a program.
cat >path/compute-sanitizer <<'END'
#!/bin/sh
tool=$2
shift 2
[ ! -e broken ] || { echo '========= Error: no device supported'; exit 255; }
echo '========= COMPUTE-SANITIZER'
"$@"
status=$?
found=0
read -r who which 2>/dev/null <guilty && [ "$which" = "$tool" ] && case "$* " in
*"--kernel $who "* | *x17\ ) found=3 ;;
esac
case $tool/$found in
memcheck/0) echo '========= ERROR SUMMARY: 0 errors' ;;
memcheck/*)
    echo '========= Invalid __global__ read of size 4 bytes'
    echo '=========     at tiled_8(int, int)+0x330 in tiling.cu:14'
    echo '========= ERROR SUMMARY: 3 errors' ;;
racecheck/0) echo '========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)' ;;
racecheck/*)
    echo '========= Error: Race reported between Write access at tiled_8+0x80 in tiling.cu:9'
    echo '========= RACECHECK SUMMARY: 3 hazards displayed (3 errors, 0 warnings)' ;;
esac
exit $status
END
chmod +x build/bin/toy path/compute-sanitizer
kept=data/toy-card/transcripts/toy-sanitizer.txt
sanitize() { code/tools/sanitize.sh toy >said 2>&1; }
comes_to() { # CODE: the script's, and nothing is kept
    sanitize
    [ $? = "$1" ] && [ ! -e $kept ]
}
blames() { # TEXT: one line has it, no line but that and the first names a kernel
    grep -q "$1" said && [ "$(grep -c 'tile-' said)" = 1 ]
}

plan 13
is 'a program without errors' sanitize
cat >wanted <<'END'
# record: tiles 1
# kind: transcript
$ compute-sanitizer --tool memcheck build/bin/toy verify \
    --tight --size 128x128x64 --size 131x132x68 --size 129x65x17
tile-8               memcheck:  0 errors in 81 launches
tile-16              memcheck:  0 errors in 81 launches
copy                 memcheck:  0 errors
$ compute-sanitizer --tool racecheck build/bin/toy verify \
    --tight --size 128x128x64 --size 131x132x68 --size 129x65x17
tile-8               racecheck: 0 errors in 81 launches
tile-16              racecheck: 0 errors in 81 launches
copy                 racecheck: 0 errors
# end: 10 lines
END
is 'each kernel has a line for each tool' sh -c "sed '/^# date: 2/d' $kept | cmp -s - wanted"
is 'none has more than 72 columns' awk 'length($0) > 72 { exit 1 }' $kept
rm -r data
echo tile-16 memcheck >guilty
is 'a stray access: exit 1' comes_to 1
is 'its kernel is named, with the place' blames \
    '^toy: memcheck finds errors in tile-16 (3): Invalid __global__ read of size 4 bytes'
echo tile-8 racecheck >guilty
is 'a race: exit 1' comes_to 1
is 'its kernel is named, with the place' blames '^toy: racecheck finds errors in tile-8 (3): Error: Race reported'
rm guilty
echo tile-8 >wrong
is 'a wrong product: exit 1' comes_to 1
is 'its kernel is named' blames '^toy: tile-8 at 129x65x17'
rm wrong
touch broken
is 'a tool that does not run: exit 2' comes_to 2
is 'it says why' grep -q 'no device supported' said
rm path/compute-sanitizer
PATH=$(echo "$PATH" | tr : '\n' | while read -r d; do [ -e "$d/compute-sanitizer" ] || printf '%s:' "$d"; done)
is 'no tool: nothing is kept, and no failure' comes_to 0
is 'it says what is missing' grep -q 'no compute-sanitizer here' said
