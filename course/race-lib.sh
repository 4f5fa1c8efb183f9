# race-lib.sh: what the scripts of the race share. Source it after lib.sh, from the root of
# the tree; it reads course/site.sh, if there is one (course/site-sample.sh says what may stand there).
#
#   engine              prints slurm or local; says what is missing when it is neither
#   entry UNIT ID FILE  sets $entry, the folder of this program in this unit's queue; what is
#                       there is the same for the same program, and made when it is not
#   state               sets $was, of $entry: raced, `queued JOB STATE REASON`, failed or new
#   value KEY           a value of $entry/result
#   shapes              what the unit is raced at, NAME:SIZE a line: by its `race:` lines, else `one` at RACE_SIZE
#   publish             makes the result of $entry the one that counts for its student
#
# build/course/race/UNIT/ID/ holds `latest`, the name of the program that counts, row.csv (the ID and
# its points, for scores.sh, once that one has been raced) and, for each program, a folder: program.cu,
# right (the lens said so), built (and not raced yet), job, tries-SHAPE (a line for each race), failed and result.
# Each file comes whole, by a rename, or not at all; a race that is stopped has left none.

# shellcheck disable=SC2034
RACE_PARTITION='' RACE_ACCOUNT='' RACE_GRES=gpu:1 RACE_MINUTES=10 RACE_SBATCH='' RACE_AT_ONCE=4 RACE_MOST=1000
RACE_MODULES='' RACE_ARCH=native RACE_SIZE=4096x4096x4096 RACE_WIDE=0.03 RACE_TRIES=3 RACE_SECONDS=300
RACE_ENGINE='' RACE_BUILD='sh course/race-compile.sh'
race_site=${RACE_SITE:-course/site.sh}
# shellcheck disable=SC1090
case $race_site in */*) ;; *) race_site=./$race_site ;; esac
[ ! -f "$race_site" ] || . "$race_site"
races=build/course/race

engine() {
    case $RACE_ENGINE in
    slurm | local) echo "$RACE_ENGINE" ;;
    '')
        if command -v sbatch >/dev/null && sinfo -h >/dev/null 2>&1; then echo slurm
        elif sh code/tools/card.sh; then echo local
        else say 'no queue that answers and no GPU here: a race needs Slurm (sbatch) or an NVIDIA GPU of this machine; everything but the points for speed is to be had without, by `make try`'; fi
        ;;
    *) say "$race_site: RACE_ENGINE is slurm or local, not '$RACE_ENGINE'" ;;
    esac
}

entry() {
    sum=$(sha256sum <"$3" | cut -c 1-16)
    of_id=$races/$1/$2
    entry=$of_id/$sum
    mkdir -p "$entry" || exit 2
    [ -e "$entry/program.cu" ] || whole "$entry/program.cu" <"$3" || exit 2
    [ "$(cat "$of_id/latest" 2>/dev/null)" = "$sum" ] || { echo "$sum" | whole "$of_id/latest" && rm -f "$of_id/row.csv"; } || exit 2
}

# The shapes of a unit.
shapes() { of race | sed "s/ *[|] */:/" | grep . || echo "one:$RACE_SIZE"; }

value() { sed -n "s/^$1: //p" "$entry/result"; }

# One question to the queue for all that is asked of it.
in_queue() {
    [ -n "$queue_asked" ] || { queue=$(squeue -h -r -o '%i %T %r' 2>&1) && queue_asked=yes || say "the queue does not answer: $queue"; }
    line=$(echo "$queue" | awk -v job="$1" '$1 == job && $2 !~ /^(COMPLETED|CANCELLED|FAILED|TIMEOUT|NODE_FAIL|PREEMPTED|BOOT_FAIL|DEADLINE|OUT_OF_MEMORY)/ { print; exit }')
    [ -n "$line" ]
}

state() {
    if [ -e "$entry/result" ]; then
        was=raced
    elif [ -e "$entry/job" ] && command -v squeue >/dev/null && in_queue "$(cat "$entry/job")"; then
        was="queued $line"
    elif [ -e "$entry/failed" ]; then
        was=failed
    else
        was=new
    fi
}

publish() {
    of_id=${entry%/*}
    [ "$(cat "$of_id/latest" 2>/dev/null)" != "${entry##*/}" ] ||
        printf '%s,%s\n' "${of_id##*/}" "$(value points)" | whole "$of_id/row.csv"
}

# to_queue ARGUMENT [ARRAY]: a job of course/race-job.sh; prints its number.
to_queue() {
    set -- "$1" "${2:+--array=$2}"
    # shellcheck disable=SC2086
    sbatch --parsable --job-name=race --chdir="$PWD" --requeue --open-mode=append --output="$races/log" --nodes=1 --ntasks=1 \
        --time="$RACE_MINUTES" ${RACE_PARTITION:+--partition="$RACE_PARTITION"} ${RACE_ACCOUNT:+--account="$RACE_ACCOUNT"} \
        ${RACE_GRES:+--gres="$RACE_GRES"} $2 $RACE_SBATCH --wrap "sh course/race-job.sh '$1'" </dev/null | cut -d ';' -f 1
}

# The result, for a person.
show() {
    words=$(value words)
    echo "$(value points) of 10 for speed${words:+: $words}"
}
