#!/bin/sh
# judge.sh UNIT VARIANT FILE BOX KEY [SEED]: judges a program. BOX/points gets, for each part,
# its name, the points earned, those there are and what was seen, between tabs; BOX/counted, for each
# count, its name, size, what was seen and the budget. SEED chooses the hidden sizes and inputs; without
# it there are none.
. course/lib.sh
unit=$1
variant_named "$2"
file=$3 box=$4 key=$5 seed=$6
kernel=$(of kernel)
# What a result may be off by, where the unit says so.
within=$(of within | in_words - | sed 's/^/2^-/')
# shellcheck disable=SC2086
set -- $table
bm=$2 bn=$3 bk=$4
[ "$bm" -gt 0 ] || bm=64 bn=64 bk=32 # any tile: hidden sizes pass the edges of most
room "$box"
trap 'room "$box"' EXIT
worth() { of points | tr , '\n' | awk -v part="$1" '$1 == part { print $2 }'; }

# Where the book speaks of what was seen.
section() {
    awk -F '|' -v words="$1" '!/^#/ && index(words, $1) {
        printf " (chapter %s, “%s”)", $2, $3; exit }' course/sections
}
give() { printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4${4:+$(section "$4")}" >>"$box/points" || exit; }

not_run() {
    [ -z "$seed" ] || give hidden 0 "$(worth hidden)" 'it was not run'
    [ -z "$(worth bounds)" ] || give bounds 0 "$(worth bounds)" 'it was not run'
    for part in counts worst; do [ -z "$(worth $part)" ] || give $part 0 "$(worth $part)" 'it was not run'; done
}

hidden_sizes() {
    awk -v seed="$seed" -v bm="$bm" -v bn="$bn" -v bk="$bk" -v kind="$(of hidden)" '
        function next_to(n) { seed = (seed * 16807) % 2147483647; return int(seed / 2147483647 * n) }
        BEGIN {
            seed = seed % 2147483646 + 1
            for (i = 0; i < 5; ++i) next_to(2)
            for (i = 0; i < 5; ++i)
                if (kind == "tiles")
                    print bm * (1 + next_to(2)) "x" bn * (1 + next_to(2)) "x" bk * (1 + next_to(5))
                else
                    print 2 + bm * (i % 2) + next_to(37) "x" 2 + bn * (i / 2 % 2 >= 1) + next_to(37) "x" 2 + next_to(2 * bk + 30)
        }'
}

: >"$box/points"
rm -f "$box/alive" "$box/right" "$box/counted"
if ! sh course/compile.sh "$unit" "$file" "$box" "$key"; then
    why=$(its_words "$box")
    give public 0 "$(worth public)" "$why"
    not_run
    exit 0
fi

# A chooser computes no product.
if [ -n "$(of way)" ]; then
    . course/regret.sh
    give_regrets
    exit 0
fi

# Another variant's file is no program of this one.
instance=$(of instance | in_words -)
if [ -n "$instance" ] && ! nm -C "$box/it.o" | grep -qF " $instance("; then
    give public 0 "$(worth public)" "your variant is \`$instance\`, and the program has none"
    not_run
    exit 0
fi

right=no
# shellcheck disable=SC2086
if run_judge "$box" verify "$kernel" $table 0 $within; then
    right=yes
    : >"$box/right"
    give public "$(worth public)" "$(worth public)"
else
    give public 0 "$(worth public)" "$(its_words "$box")"
fi

if [ -n "$seed" ]; then
    passed=0 sizes=0 why=
    for size in $(hidden_sizes); do
        sizes=$((sizes + 1))
        # shellcheck disable=SC2086
        if run_judge "$box" verify "$kernel" $table $((seed % 997)) $within "$size"; then
            passed=$((passed + 1))
        elif [ -z "$why" ]; then
            why=$(its_words "$box")
        fi
        # What is endless once is endless again.
        case $why in endless*) sizes=5; break ;; esac
    done
    [ "$passed" = 0 ] || : >"$box/alive"
    give hidden "$(awk -v n="$passed" -v of="$sizes" -v p="$(worth hidden)" 'BEGIN { print p * n / of }')" "$(worth hidden)" \
        "${why:+$((sizes - passed)) of $sizes hidden sizes: $why}"
fi

# Families of inputs, of which each has a bound to keep: in their order, as far as the first that is not kept.
if [ -n "$(worth bounds)" ]; then
    kept=0 why=
    all=$(of bound | wc -l)
    while IFS='|' read -r family size; do
        # shellcheck disable=SC2086
        run_judge "$box" bound "$kernel" $table $((${seed:-0} % 997)) $within $family $size || { why=$(its_words "$box"); break; }
        kept=$((kept + 1))
    done <<END
$(of bound)
END
    give bounds "$((kept * $(worth bounds) / all))" "$(worth bounds)" "${why:+$kept of $all kept; $why}"
fi

# Where the starter is right, right products are worth what the counts are.
if [ "$(of rung)" = starter ]; then
    rm -f "$box/alive"
    by_counts() {
        awk -F '\t' -v OFS='\t' '
            { name[NR] = $1; got[NR] = $2; all[NR] = $3; words[NR] = $4 }
            /^counts/ { n += $2; of += $3 }
            END {
                for (i = 1; i <= NR; ++i) {
                    if (name[i] !~ /^counts/ && n < of) {
                        if (got[i] > 0) words[i] = words[i] (words[i] == "" ? "" : "; ") sprintf("as the starter is right, this counts as far as the counts do: %.0f %%", 100 * n / of)
                        got[i] = sprintf("%.4g", got[i] * n / of)
                    }
                    print name[i], got[i], all[i], words[i]
                }
            }' "$box/points" >"$box/points.part" && mv "$box/points.part" "$box/points"
        [ "$(awk -F '\t' '/^counts/ { n += $2 } END { print (n > 0) }' "$box/points")" = 0 ] || : >"$box/alive"
    }
    trap 'by_counts; room "$box"' EXIT
elif [ $right = yes ]; then
    : >"$box/alive"
elif [ -n "$seed" ] && [ ! -e "$box/alive" ]; then
    # Right at one size of whole tiles is more than the starter is.
    # shellcheck disable=SC2086
    ! run_judge "$box" verify "$kernel" $table $((seed % 997)) $within $((2 * bm))x$((2 * bn))x$((2 * bk)) || : >"$box/alive"
fi

if [ $right = no ]; then
    give counts 0 "$(worth counts)" 'only right products are counted'
    exit 0
fi
sizes=$(cut -f 2 "$key/budget.tsv" | sort -u)
# Who tells these sizes from others does right work there too: the judge checks what it counts.
# shellcheck disable=SC2086
if ! run_judge "$box" count "$kernel" $table "$((seed % 997))" $within $sizes; then
    give counts 0 "$(worth counts)" "$(its_words "$box")"
    exit 0
fi

# A kernel that does its own work reads all of A and B, and stores all of C.
idle=$(for size in $sizes; do
    echo "$size $(total global load bytes_asked "$size" <"$box/verdict") $(total global store bytes_asked "$size" <"$box/verdict")"
done | awk -v half=$(($1 / 16 % 4)) '{
    split($1, s, "x")
    if ($3 + 0 < 4 * s[1] * s[2]) print "the kernel stores " $3 + 0 " bytes of C at " $1 ", which has " 4 * s[1] * s[2]
    else if ($2 + 0 < (half ? 2 : 4) * (s[1] * s[3] + s[2] * s[3])) print "the kernel loads " $2 + 0 " bytes at " $1 ", fewer than A and B have"
    else next
    exit }')
if [ -n "$idle" ]; then
    give counts 0 "$(worth counts)" "$idle: who does its work?"
    exit 0
fi

# Where latencies are counted, each load has its clock: a plain one would wait for nothing.
plain=$(for size in $(of count | sed -n 's/^global wait latencies *| *\([0-9x]*\).*/\1/p'); do
    echo "$size $(total global load bytes_asked "$size" <"$box/verdict") $(total global flight latencies "$size" <"$box/verdict" | grep . || echo 0) $(total all all barriers "$size" <"$box/verdict")"
done | awk '
    $4 > 0 { print "threads wait for each other at " $4 " barriers at " $1 ", and nothing says how long: here each thread waits for its own loads"; exit }
    $2 != 4 * $3 { print $2 - 4 * $3 " bytes at " $1 " are loaded without load() of course/flight.h: nothing says how long they are waited for"; exit }')
if [ -n "$plain" ]; then
    give counts 0 "$(worth counts)" "$plain"
    exit 0
fi

# seen SPACE OP COLUMN SIZE: what is done by an atomic has been loaded, and stored.
seen() {
    for op in "$2" atomic; do total "$1" $op "$3" "$4" <"$box/verdict"; done | awk '{ n += $1 } END { print n + 0 }'
}

# What is not brought to shared memory costs nothing there: it is loaded again and again.
unbrought=$(while IFS='	' read -r size most; do
    sectors=$(seen global load sectors "$size")
    [ "$sectors" -le $((4 * most)) ] || echo "at $size the kernel loads $sectors sectors, where $most bring all that there is to bring: it does without shared memory"
done <"$key/brought.tsv" | head -n 1)

# Full at the budget, none at what the rung before counts, or at twice the budget where the
# rung has no such count or is no worse; between them by the logarithm.
while IFS='	' read -r what size budget rung points; do
    # shellcheck disable=SC2086
    set -- $what
    if [ -n "$unbrought" ] && [ "$1" = shared ]; then
        give "counts: $what at $size" 0 "$points" "$unbrought"
        continue
    fi
    seen=$(seen "$@" "$size")
    printf '%s\t%s\t%s\t%s\n' "$what" "$size" "$seen" "$budget" >>"$box/counted"
    earned=$(awk -v seen="$seen" -v budget="$budget" -v rung="${rung:-0}" -v p="$points" 'BEGIN {
        if (rung < 1.2 * budget) rung = 2 * budget
        share = seen <= budget ? 1 : seen >= rung ? 0 : log(rung / seen) / log(rung / budget)
        printf "%.4g", p * int(share * 100 + .5) / 100 }')
    why=
    if [ "$earned" != "$points" ]; then
        why="$what at $size: $seen, where $budget are enough; $(awk -F, -v space="$1" -v op="$2" -v column="$3" -v size="$size" '
            /^kernel,/ { for (i = 1; i <= NF; ++i) at[$i] = i; next }
            $at["line"] ~ /^[0-9]/ && $at["space"] == space && ($at["op"] == op || $at["op"] == "atomic") && $at["m"] "x" $at["n"] "x" $at["k"] == size &&
                $at[column] > most { most = $at[column]; line = $at["line"]; array = $at["array"] }
            END { print "line " line (array == "all" ? "" : " (" array ")") " makes " most " of them" }' "$box/verdict")"
    fi
    give "counts: $what at $size" "$earned" "$points" "$why"
done <"$key/budget.tsv"
