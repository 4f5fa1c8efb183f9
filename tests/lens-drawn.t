#!/bin/sh
# Small whole kernels drawn at random: the lens takes those that are right, and rejects each that has
# a fault for this fault, at its lines. tests/lens/generate.c draws them, and knows which is which.
# KERNELS=1-10000 tests/lens-drawn.t draws so many, in a quarter of an hour on a free core. A misjudged
# one stays in build/lens/drawn, in the smallest form that is misjudged.
. "$(dirname "$0")/lib/lens.sh"
plan 4
drawn=build/lens/drawn
mkdir -p $drawn
generate=$scratch/generate
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror tests/lens/generate.c -o "$generate" ||
    { echo 'Bail out! tests/lens/generate.c does not compile'; exit 1; }

# After the calls that the lens hears stand in a kernel, the compiler does much that it need not do here.
cxx="${CXX:-g++} -fno-gcse -fno-rerun-cse-after-loop -fno-forward-propagate -fno-if-conversion -fno-dce -fno-dse"

made() { # PROGRAM…: builds them
    programs=$*
    set --
    for program in $programs; do set -- "$@" "$drawn/$program"; done
    locked lens make -s DRAWN="$programs" LENS_CXX="$cxx -fira-algorithm=priority -fira-region=one" "$@" >&2 ||
        { echo 'Bail out! a kernel does not compile'; exit 1; }
}

# PROGRAM: a line for each of its kernels: its name, its class, how it was judged, what was said.
judged() {
    sed -n 's|^//= ||p' "$drawn/$1.cu" | while IFS='	' read -r name class size lo hi says; do
        said=$(LENS_SECONDS=20 "$drawn/$1" verify --kernel "$name" --size "$size" 2>&1)
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$class" "$lo" "$hi" "$says" $? \
            "$(printf %s "$said" | tr '\n' ' ')"
    done | awk -F '\t' '
        function fits(said, named, at) { # a line of those with the fault, or no line
            while (match(said, /(\.cu:|line )[0-9]+/)) {
                at = substr(said, RSTART, RLENGTH)
                sub(/.*[^0-9]/, "", at)
                if (at + 0 >= $3 + 0 && at + 0 <= $4 + 0)
                    return 1
                named = 1
                said = substr(said, RSTART + RLENGTH)
            }
            return !named
        }
        {
            is = $2 == "right" ? ($6 == 0 ? "judged right" : "accused") : $6 == 0 ? "missed" : \
                $6 == 1 && $7 ~ ("^[0-9]+: " $5) && fits($7) ? "judged right" : "for another reason"
            print $1 "\t" $2 "\t" is "\t" $7
        }'
}

# NAME: without one part after another of it, as long as it is misjudged.
shrink() {
    number=${1#k} without=0
    for part in 2 4 1 8; do
        "$generate" "$number" 1 $((without | part)) >$drawn/0.cu
        made 0
        judged 0 | grep -q 'judged right' || without=$((without | part))
    done
    "$generate" "$number" 1 $without >"$drawn/$number.cu"
    echo "# smallest form: tests/lens/generate.c $number 1 $without, in $drawn/$number.cu"
}

first=${KERNELS:-1-500} last=${first#*-} first=${first%-*} each=50
while [ "$first" -le "$last" ]; do
    batch=
    while [ "$first" -le "$last" ] && [ "$(echo $batch | wc -w)" -lt 10 ]; do
        left=$((last - first + 1))
        "$generate" "$first" $((left < each ? left : each)) >"$drawn/$first.cu"
        batch="$batch $first" first=$((first + each))
    done
    made $batch
    for program in $batch; do
        judged "$program"
        rm -f "$drawn/$program" "$drawn/$program.cu" build/lens/obj/"$drawn/$program".*
    done >>"$scratch/judged"
done

[ -z "${KERNELS:-}" ] || awk -F '\t' '{ ++drawn[$2]; right[$2] += $3 == "judged right" }
    END { for (c in drawn) printf "# %5d drawn, %5d judged right: %s\n", drawn[c], right[c], c }' \
    "$scratch/judged" | sort -k 7
grep -v '	judged right	' "$scratch/judged" >"$scratch/misjudged"
sed 's/^/# /' "$scratch/misjudged"
head -n 5 "$scratch/misjudged" | while read -r name _; do shrink "$name"; done
never() { ! grep -q "	$1	" "$scratch/misjudged"; }
is 'no fault is missed' never missed
is 'no kernel is accused that is right' never accused
is 'each is rejected for its fault' never 'for another reason'
is 'each class is drawn' [ "$(cut -f 2 "$scratch/judged" | sort -u | wc -l)" = 26 ]
