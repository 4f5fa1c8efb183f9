#!/bin/sh
# race-all.sh FILE.tar | FOLDER: races what was handed in, each submission an element of one array
# job, or one after the other on the card that is here. What has been raced or is in the queue
# stays as it is: said again, it goes on where it was. For scores.sh each leaves
# build/course/race/UNIT/ID/row.csv.
. course/lib.sh
. course/race-lib.sh
. course/staff/lib.sh
[ -n "$1" ] && [ -e "$1" ] || say "what is to be raced? SUB= takes a tar of \`make submit\`, or a folder of them"
engine=$(engine) || exit
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
trap 'exit 1' HUP INT TERM
most_bytes=1048576

# Out of the tar come a name and a program, each as a stream: nothing is unpacked.
take() { # FILE.tar: sets $unit and $id, writes $box/program.cu; or the words of why not
    [ "$(wc -c <"$1")" -le $most_bytes ] || { words="the file is larger than $most_bytes bytes"; return 1; }
    tar -xOf - id <"$1" 2>/dev/null | head -c 200 >"$box/id"
    id=$(head -c 40 "$box/id" | head -n 1)
    good_id "$id" || { words='it does not say whose it is, or is no tar file'; return 1; }
    unit=
    for u in $(units); do
        [ -n "$unit" ] || ! tar -xOf - "$u.cu" <"$1" 2>/dev/null | head -c $most_bytes >"$box/program.cu" || [ ! -s "$box/program.cu" ] || unit=$u
    done
    [ -n "$unit" ] || { words='it holds no program of a unit'; return 1; }
    [ "$(sed -n 2p "$box/id")" = "$(code_of "$id")" ] || { words="it has no code of a sheet of $id: nothing says whose it is"; return 1; }
    on_roster "$id" || { words="$id is not on the roster"; return 1; }
}

if [ -d "$1" ]; then set -- "$1"/*.tar; fi
wrong=0
: >"$box/list"
for file; do
    [ -f "$file" ] && [ ! -L "$file" ] || continue
    name=${file##*/}
    if ! take "$file"; then
        echo "$name: refused: $words"
        wrong=1
        continue
    fi
    entry "$unit" "$id" "$box/program.cu"
    state
    case $was in
    raced)
        publish
        echo "$name: $unit, $id: raced before: $(show)"
        ;;
    queued*) echo "$name: $unit, $id: $was" ;;
    *)
        [ "$was" = new ] || echo "$name: $unit, $id: came to nothing before: $(cat "$entry/failed")"
        echo "$entry" >>"$box/list"
        ;;
    esac
done
sort -u -o "$box/list" "$box/list"
todo=$(wc -l <"$box/list")

if [ "$engine" = local ]; then
    # All are built before the first has the card, as many at a time as there are processors.
    while read -r entry; do rm -rf "$entry/built" "$entry/failed"; done <"$box/list"
    [ "$todo" -le 1 ] || xargs -d '\n' -P "${COURSE_JOBS:-$(nproc)}" -n 1 sh course/race-job.sh build <"$box/list" || wrong=1
    while read -r entry; do
        [ -e "$entry/result" ] || [ -e "$entry/failed" ] || sh course/race-job.sh "$entry" </dev/null || wrong=1
    done <"$box/list"
elif [ "$todo" -gt 0 ]; then
    # As many elements as the site's Slurm takes in one array.
    split -l "$RACE_MOST" "$box/list" "$box/part-"
    for part in "$box"/part-*; do
        list=$races/list-$(sha256sum <"$part" | cut -c 1-16)
        whole "$list" <"$part"
        n=$(wc -l <"$list")
        while read -r entry; do rm -f "$entry/failed"; done <"$list"
        job=$(to_queue "$list" "1-$n%$RACE_AT_ONCE") && [ -n "$job" ] || say 'the queue does not take it; what sbatch said stands above'
        i=0
        while read -r entry; do
            i=$((i + 1))
            echo "${job}_$i" | whole "$entry/job"
        done <"$list"
        echo "job $job: races: $n, at a time: $RACE_AT_ONCE"
    done
fi
find "$races" -name result -exec cat {} + | awk '$1 == "seconds:" { n += $2; ++races } END {
    if (races) printf "so far: %d races in %.1f minutes of a card\n", races, n / 60 }'
exit $wrong
