#!/bin/sh
# race.sh UNIT [ID]: races work/UNIT/UNIT.cu on a card: puts it into the queue, or says where it
# stands there, or what came of it. The lens sees it first: what is wrong is not queued.
. course/lib.sh
. course/race-lib.sh
has_unit "$1"
[ -z "$(of way)" ] || say "U=$unit: a chooser computes no product, so it cannot be raced"
begun run
id=$(head -n 1 "$work/id")
good_id "$id" || say "$work/id holds no good name"
[ -z "$2" ] || [ "$2" = "$id" ] || say "$work is that of $id, not of $2"
engine=$(engine) || exit
variant_of "$id"
entry "$unit" "$id" "$work/$unit.cu"
state
case $was in
raced)
    echo "$unit, $id: $(show)"
    exit 0
    ;;
queued*)
    echo "$was" | sed "s/^queued \([^ ]*\) \([^ ]*\) /$unit, $id: job \1, \2: /"
    exit 0
    ;;
failed) echo "$unit, $id: the last try came to nothing ($(cat "$entry/failed")); once more" ;;
*) [ ! -e "$entry/job" ] || echo "$unit, $id: job $(cat "$entry/job") has gone from the queue without a result; once more" ;;
esac
if [ ! -e "$entry/right" ]; then
    build_course
    key
    box=$(mktemp -d) || exit 2
    trap 'rm -rf "$box"' EXIT
    trap 'exit 1' HUP INT TERM
    sh course/judge.sh "$unit" "$variant" "$entry/program.cu" "$box" "$key" || exit
    why=$([ -e "$box/right" ] || awk -F '\t' '$1 == "public" { print $4; exit }' "$box/points")
    [ -z "$why" ] || { echo "a kernel that is wrong does not race: $why"; exit 1; }
    : >"$entry/right"
    rm -rf "$box"
fi
rm -f "$entry/failed"
if [ "$engine" = local ]; then
    exec sh course/race-job.sh "$entry"
fi
job=$(to_queue "$entry") && [ -n "$job" ] || say 'the queue does not take it; what sbatch said stands above'
echo "$job" | whole "$entry/job"
echo "$unit, $id: job $job is queued; \`make race U=$unit\` says what becomes of it"
