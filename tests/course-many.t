#!/bin/sh
# Many submissions of mixed quality: killed in the middle and resumed, they have the grades
# of a run that nobody stopped. MANY=120 UNITS='coalescing tiling' is the size of a course.
. "$(dirname "$0")/lib/course.sh"
many=${MANY:-12}
plan 7
base=$id
subs=$scratch/subs
mkdir "$subs"

# Solutions, starters, the staff's mistakes; predictions off by a factor; what is no tar.
i=0
while [ $i -lt "$many" ]; do
    # shellcheck disable=SC2086
    set -- ${UNITS:-tiling}
    shift $((i % $#))
    unit=$1 id=$base-$i
    variant_of "$id"
    key
    mistakes=$(grep "^$unit|$variant|" course/staff/mistakes)
    n=$(printf '%s' "$mistakes" | grep -c '')
    case $((i / 2 % 5)) in
    0) cp "$key/solution.cu" "$scratch/x.cu" ;;
    1) cp "$key/starter.cu" "$scratch/x.cu" ;;
    2) sed 's/__syncthreads();/;/' "$key/solution.cu" >"$scratch/x.cu" ;;
    3) if [ "$n" -gt 0 ]; then sed "$(printf '%s\n' "$mistakes" | sed -n "$((i / 10 % n + 1))p" | cut -d '|' -f 5-)" "$key/solution.cu"
       else sed 's/acc\b/acd/' "$key/solution.cu"; fi >"$scratch/x.cu" ;;
    4) sed "s/^    if (M == 0/    int spare_$i = $i; (void)spare_$i;\n&/" "$key/solution.cu" >"$scratch/x.cu" ;;
    esac
    right | awk -v off=$((i % 3 + 1)) '{ print $1, $2 * off }' >"$scratch/off"
    hand_in "$i" "$scratch/off" <"$scratch/x.cu"
    mv "$scratch/$i.tar" "$subs"
    i=$((i + 1))
done
echo 'no tar' >"$subs/broken.tar"

graded() { ls -d build/course/graded/*/"$base"-*/ 2>/dev/null; }
taken() { for to in $(graded); do (cd "$to" && grep '' results.json report.txt row.csv | sed "s|^|${to#build/course/graded/}|"); done; }
forget() { graded | xargs -r rm -rf; }

forget
begun=$(date +%s)
sh -c 'sh course/staff/grade.sh "$0"; times' "$subs" >"$scratch/said" 2>&1
spent="$(($(date +%s) - begun)) s on the clock, of the processors (user, system) $(tail -n 1 "$scratch/said")"
taken >"$scratch/whole"
is 'all are graded' test "$(graded | wc -l)" = "$many"
is 'some get all points, some few' sh -c 'sed -n "s/.*row.csv:[^,]*,//p" '"$scratch"'/whole | sort -n | sed -n "1p;\$p" | tr "\n" " " | awk "{ exit !(\$1 < 50 && \$2 > 80) }"'

forget
setsid sh course/staff/grade.sh "$subs" >"$scratch/killed" 2>&1 &
run=$!
while [ "$(graded | wc -l)" -lt $((many / 2)) ] && kill -0 $run 2>/dev/null; do sleep 0.05; done
kill -KILL -$run
wait $run 2>/dev/null
done_before=$(graded | wc -l)
is 'killed in the middle' test "$done_before" -ge $((many / 2)) -a "$done_before" -lt "$many"
sh course/staff/grade.sh "$subs" >"$scratch/said" 2>&1
is 'resumed: what had been graded is not graded again' test "$(grep -c ': graded before: ' "$scratch/said")" -ge $((many / 2))
taken >"$scratch/resumed"
is 'the grades are those of the run that nobody stopped' cmp "$scratch/whole" "$scratch/resumed"
is 'no half grade is left' test -z "$(ls -d build/course/graded/*/"$base"-*.part 2>/dev/null)"
is 'what is no tar is refused by name, each time' grep -q '^broken.tar: refused: ' "$scratch/said"
[ -z "$MANY" ] || { echo "$spent"; awk -F , '/row.csv/ { print $NF }' "$scratch/whole" | sort -n | uniq -c; } | sed 's/^/# /'
forget
