#!/bin/sh
# lent.sh STEM [KERNEL...]: on a card that is lent for minutes, builds, verifies, measures, sanitizes and profiles one program,
# what matters most first: each of its kernels is verified by itself, then those that are named are timed, then all the rest.
# Every step has its own limit, and all together have MOST seconds (600); a step that fails, hangs or finds no time is told and
# passed over. After each step all that there is stands in OUT/STEM.tar (OUT: build/lent): records, transcripts, and what each step said.
# A program without kernels, as one for several cards, is verified and measured only: what it measures first is what it names first.
# SIZES are those of the quick times ("2048 4096 8192"), SMALL those that the sanitizer sees ("131x132x68 129x65x17").
set -u
export LC_ALL=C.UTF-8
[ $# -gt 0 ] || { echo 'lent.sh: say which program, as in code/tools/lent.sh mma pipelined' >&2; exit 2; }
stem=$1 out=${OUT:-build/lent} most=${MOST:-600} began=$(date +%s)
shift
log=$out/$stem program=build/bin/$stem
mkdir -p "$log" && : >"$log/steps" || exit 2

pack() {
    card=$("$program" device 2>/dev/null) &&
        tar cf "$out/$stem.tar.new" $(ls -d "data/$card/$stem".* "data/$card/$stem"-* "data/$card"/*/"$stem"[.-]* 2>/dev/null) \
            -C "$out" "$stem" || tar cf "$out/$stem.tar.new" -C "$out" "$stem"
    mv "$out/$stem.tar.new" "$out/$stem.tar"
}
# step NAME SECONDS COMMAND...
step() {
    name=$1 limit=$2 from=$(date +%s)
    left=$((most - from + began))
    shift 2
    [ "$left" -ge "$limit" ] || limit=$left
    [ "$limit" -ge 2 ] || { echo "$name: no time left" | tee -a "$log/steps"; return 1; }
    timeout -s INT -k 5 "$limit" "$@" >"$log/$name" 2>&1 </dev/null
    code=$?
    echo "$name: exit $code after $(($(date +%s) - from)) s" | tee -a "$log/steps"
    [ $code = 0 ] || tail -n 3 "$log/$name" | cut -c 1-300
    pack
    return $code
}
sizes() { for size in $1; do printf ' --size %s' "$size"; done; }

step card 10 nvidia-smi
step links 10 nvidia-smi topo -m
[ -x "$program" ] || step build 280 make -s -j"$(nproc)" ARCH="${ARCH:-native}" "$program" || exit 2
right=' '
for kernel in $("$program" list); do
    step "verify-$kernel" 25 "$program" verify --kernel "$kernel" && right="$right$kernel "
done
for kernel; do
    case $right in *" $kernel "*) ;; *) continue ;; esac
    step "times-$kernel" 30 "$program" measure --quick --kernel "$kernel" $(sizes "${SIZES:-2048 4096 8192}") --out "$log/times-$kernel.csv"
done
for tool in memcheck racecheck; do
    for kernel; do
        step "$tool-$kernel" 40 compute-sanitizer --tool $tool --error-exitcode 9 "$program" verify --kernel "$kernel" \
            $(sizes "${SMALL:-131x132x68 129x65x17}")
    done
done
step measure 330 code/tools/measure.sh "$stem"
[ -n "$("$program" list)" ] || { ! grep -qv ': exit 0 ' "$log/steps"; exit; }
for kernel; do step "profile-$kernel" 60 code/tools/profile.sh "$stem" --kernel "$kernel"; done
step profile 360 code/tools/profile.sh "$stem" # which sanitizes first
! grep -qv ': exit 0 ' "$log/steps"
