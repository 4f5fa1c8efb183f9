#!/bin/sh
# Races through a real queue: munged, slurmctld and slurmd on this machine, in a folder that goes at
# the end. There is no card: what races is told how fast it is (tests/course-race).
. "$(dirname "$0")/course-race/lib.sh"
. tests/course-slurm/daemons.sh
made_up || exit
daemons=
trap 'slurm_end; rm -rf "$scratch" "$slurm"' EXIT
slurm=$(mktemp -d /tmp/slurm-XXXXXX) || exit
slurm_begin "$slurm" >"$scratch/why" 2>&1 || {
    echo "1..0 # SKIP no queue of one's own can be had: $(tail -n 1 "$scratch/why")"
    exit 0
}
plan 27
site 'RACE_ENGINE=slurm' 'RACE_PARTITION=gpu' 'RACE_GRES=gpu:1' 'RACE_MINUTES=5' 'RACE_AT_ONCE=2' 'RACE_TRIES=3'
said() { grep -q "$1" "$scratch/said"; }
racers=$(for n in 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s t u v w x y z; do
    (variant_of "slurm-$n"; [ "$variant" != t16 ] || echo "slurm-$n")
done | head -n 5)
# shellcheck disable=SC2086
forget $racers
# shellcheck disable=SC2086
set -- $racers
fast=$1 slow=$2 wide=$3 wrong=$4 ends=$5
mkdir "$scratch/subs"
program fast "$fast" YOURS=2
program slow "$slow" YOURS=2.8284
program wide "$wide" 'YOURS=2 WIDE=1'
sed '0,/__syncthreads();/s///' "$key/solution.cu" >"$scratch/x"
id=$wrong
hand_in wrong <"$scratch/x"
echo no tar >"$scratch/subs/other.tar"
mv "$scratch"/*.tar "$scratch/subs"
all() { sh course/staff/race-all.sh "$scratch/subs" >"$scratch/said" 2>&1; }
row() { cat "$races/$unit/$1/row.csv" 2>/dev/null; }
entry_of() { echo "$races/$unit/$1/$(cat "$races/$unit/$1/latest")"; }
elements() { squeue -h -r -o '%i' -t PD,R,S,CG | grep -c "^$1_"; }

# A folder is one array.
scontrol update PartitionName=gpu State=DOWN
all
job=$(sed -n 's/^job \([0-9]*\): races: 4, at a time: 2$/\1/p' "$scratch/said")
is 'four submissions are one array job' test -n "$job"
is 'what is no submission is refused by name' said '^other.tar: refused: '
is 'the queue has an element for each' test "$(elements "$job")" = 4
is 'with the card that the site file asks for' test "$(scontrol show job "$job" | grep -c 'gres:gpu:1\|gres/gpu=1')" -ge 1
is 'two at a time' sh -c "scontrol show job $job | grep -q 'ArrayTaskThrottle=2'"
all
is 'asked again, it says where they stand' test "$(grep -c "queued ${job}_[1-4] PENDING" "$scratch/said")" = 4
isnt 'and queues none of them twice' said '^job '

# One that waits is cancelled: it alone is queued again.
scancel "${job}_2"
all
is 'what is cancelled is queued again' said '^job [0-9]*: races: 1, '
is 'and nothing else' test "$(grep -c "queued ${job}_[134] PENDING" "$scratch/said")" = 3
scontrol update PartitionName=gpu State=UP
done_one() { [ -n "$(row "$1")" ]; }
is 'the fast one is raced' within 60 done_one "$fast"
is 'for ten points' test "$(row "$fast")" = "$fast,10"
is 'half-way by the logarithm gets half' within 60 done_one "$slow"
is 'of them' test "$(row "$slow")" = "$slow,5"
is 'a wrong kernel is judged by the lens in its element' within 60 done_one "$wrong"
is 'and gets nothing, for its reason' grep -q '^words: a kernel that is wrong does not race: race: ' "$(entry_of "$wrong")/result"
is 'a wide one comes to its last race' within 90 done_one "$wide"
is 'it was raced three times' test "$(wc -l <"$(entry_of "$wide")/tries-one")" = 3
is 'through the queue: it was requeued twice' test "$(grep -c "Requeuing JobId=" "$slurm/slurmctld.log")" = 2
is 'the narrowest counts, and it says so' grep -q 'no race of 3 was narrower' "$(entry_of "$wide")/result"

# The student's verb.
mkdir -p "$scratch/home/work/tiling"
for f in course code Makefile book build data chapters plots drawings tests; do [ ! -e "$f" ] || ln -s "$PWD/$f" "$scratch/home/$f"; done
echo "$ends" >"$scratch/home/work/tiling/id" && : >"$scratch/home/work/tiling/log.txt"
{ cat "$key/solution.cu"; echo '// made up: YOURS=2 SLOWLY=1'; } >"$scratch/home/work/tiling/tiling.cu"
mine() { (cd "$scratch/home" && sh course/race.sh tiling) >"$scratch/said" 2>&1; }
mine
mine_job=$(sed -n "s/^tiling, $ends: job \([0-9]*\) is queued;.*/\1/p" "$scratch/said")
is 'a student is told the number of the job' test -n "$mine_job"
mine
is 'and asked again, where it stands' said "^tiling, $ends: job $mine_job, \(PENDING\|CONFIGURING\|RUNNING\)"
racing() { [ "$(squeue -h -j "$mine_job" -o %T)" = RUNNING ] && [ -e "$scratch/racing" ]; }
within 60 racing
scancel "$mine_job"
gone() { [ -z "$(squeue -h -j "$mine_job" -t PD,R,CG -o %T)" ]; }
within 30 gone
is 'a job that is cancelled in the middle leaves no result' test -z "$(row "$ends")" -a ! -e "$(entry_of "$ends")/result"
is 'nor half a file' test -z "$(find "$races/$unit/$ends" -name '*.part')"
mine
is 'that it has gone is said, and it is queued again' test "$(grep -c 'has gone from the queue without a result; once more\|is queued;' "$scratch/said")" = 2
is 'and raced' within 60 done_one "$ends"
mine
is 'then the verb shows what came of it' said "^tiling, $ends: 10 of 10 for speed: 1 of the speed of the reference"
scontrol shutdown >/dev/null 2>&1
rm -f "$(entry_of "$ends")/result"
mine
is 'a queue that does not answer is told, and that is all' test "$(grep -c '' "$scratch/said"):$(grep -c '^the queue does not answer: ' "$scratch/said")" = 1:1
# shellcheck disable=SC2086
forget $racers
