#!/bin/sh
# Quizzes and examinations: each bank has its questions, all seeds make sheets, the same seed makes the same bytes, answers are
# those of the records and of the lens, no sheet tells one of its answers, and nothing of it reaches students' folders.
. "$(dirname "$0")/lib/unit.sh"
command -v pandoc >/dev/null || { echo "1..0 # SKIP no pandoc here; \`make setup\` installs it"; exit 0; }
plan 33
root=$PWD
banks=$(for bank in course/units/*/questions; do bank=${bank%/questions}; printf '%s ' "${bank##*/}"; done)

# A tree with its own output and its own units.
mkdir -p "$scratch/tree/course/units"
ln -s "$root/book" "$root/data" "$root/chapters" "$root/code" "$scratch/tree"
ln -s "$root/course/staff" "$root/course/lib.sh" "$root/course/unit.awk" "$scratch/tree/course"
for unit in $banks; do ln -s "$root/course/units/$unit" "$scratch/tree/course/units"; done
out=$scratch/tree/build/course/quiz
quiz() { (cd "$scratch/tree" && sh course/staff/quiz.sh "$@") >"$scratch/said" 2>&1; }
said() { grep -q "$1" "$scratch/said"; }
words() { sed '1,/<\/style>/d; /class="small"/d; s/Sheet [0-9a-f]*//; s/<[^>]*>/ /g; s/&#[0-9]*;//g; s/\xe2\x80\xaf//g' "$1"; }

# The banks.
is "the units of the course have banks, the free kernel apart: $banks" test "$banks" = 'chooser coalescing coarsening latency pipeline split tensors tiling vectorized warps '
few=$(for unit in $banks; do [ "$(grep -c '^question: ' "course/units/$unit/questions")" -ge 25 ] || echo "$unit"; done)
is "each has 25 questions or more: $few" test -z "$few"
few=$(for unit in $banks; do
    for kind in count ratio read mistake explain judge; do
        [ "$(grep -c "^kind: $kind" "course/units/$unit/questions")" -ge 2 ] || echo "$unit: $kind"
    done
done)
is "each has all six kinds: $few" test -z "$few"
few=$(for unit in $banks; do [ "$(grep -c '^oral: ' "course/units/$unit/questions")" -ge 6 ] || echo "$unit"; done)
is "each has six questions for an oral: $few" test -z "$few"
is 'answers are those of lens and records, and numbers with twenty seeds' quiz check "$banks"
is 'many of them are compared' test "$(sed -n 's/.* \([0-9]*\) checks.*/\1/p' "$scratch/said")" -ge 90
plain() {
    for unit in $banks; do
        sed -n 's/^\(text\|why\|good\|oral\|three\|two\|one\|reason\|rubric\|marks\): //p' "course/units/$unit/questions" |
            sed 's/^[0-9] | //; s/“[^”]*”//g; s/([^)]*)//g; s/^[a-z]/\U&/; s/\([^.?:]\)$/\1./' >"$scratch/$unit.md"
    done
    ! sh tests/lib/plain.sh "$scratch"/*.md | grep -v ' sentences, ' >"$scratch/said"
}
is 'they are in plain English' plain

# Sheets.
seeds=$(seq 1 20)
made=$(for unit in $banks; do quiz quiz "$unit" "$seeds" || { echo "$unit:"; cat "$scratch/said"; }; done)
is "twenty seeds a unit make sheets: $made" test -z "$made"
is 'each with its key' test "$(find "$out" -name '*-key.html' | wc -l):$(find "$out" -name '*.html' | wc -l)" = 200:400
cp -R "$out" "$scratch/before"
quiz quiz tiling '7 20'
is 'the same seed makes the same bytes' cmp "$out/tiling-7.html" "$scratch/before/tiling-7.html"
is 'and the same key' cmp "$out/tiling-20-key.html" "$scratch/before/tiling-20-key.html"
code() { sed -n 's/^<p>.*Sheet \([0-9a-f]*\)\..*/\1/p' "$1"; }
is 'both have one code' sh -c '[ -n "$1" ] && [ "$1" = "$2" ]' - "$(code "$out/tiling-7.html")" "$(code "$out/tiling-7-key.html")"
(cd "$scratch/tree" && SECRET=another WHAT=quiz UNITS=tiling SEED=7 pandoc --from markdown --to html5 --lua-filter course/staff/quiz.lua -o /dev/null /dev/null) >"$scratch/said" 2>&1
isnt 'a copy with another secret makes another sheet' cmp -s "$out/tiling-7.html" "$scratch/before/tiling-7.html"
quiz quiz tiling 7
is 'other seeds make other sheets' test "$(cat "$out"/tiling-*[0-9].html | grep -c '<title>'):$(for n in $seeds; do sed 's/Sheet [0-9a-f]*//' "$out/tiling-$n.html" | sha256sum; done | sort -u | wc -l)" = 20:20
is 'a sheet has no key on it' test -z "$(grep -l 'class="key"' "$out"/*[0-9].html)"
asked() { sed 's/^<p>\([0-9]*\) minutes.*//; s/<div class="key">.*//' "$1" | grep -o '<span class="n">[0-9]*\.</span>.*</p>'; }
is 'a key has the questions of its sheet' sh -c '[ "$1" = "$2" ] && [ -n "$1" ]' - "$(asked "$out/warps-3.html")" "$(asked "$out/warps-3-key.html")"
few=$(for unit in $banks; do grep -L 'h1.*\|5\. *<' "$out/$unit"-*[0-9].html; grep -c '<span class="n">' "$out/$unit-4.html" | grep -vx 5; done)
is "five questions on each: $few" test -z "$few"

# An answer of three digits or more does not stand on the sheet.
told=$(for key in "$out"/*-key.html; do
    sheet=${key%-key.html}.html
    words "$sheet" | sed 's/[^0-9.]/ /g; s/\. / /g; s/^/ /; s/$/ /' >"$scratch/numbers"
    sed -n 's/\xe2\x80\xaf//g; s/.*<strong>\(line [0-9]*; \)\{0,1\}\([0-9][0-9.]*\) .*/\2/p' "$key" | while read -r answer; do
        case $answer in ? | ?? | *.*) continue ;; esac
        ! grep -q " $answer " "$scratch/numbers" || echo "${sheet##*/}: $answer"
    done
done)
is "no sheet tells one of its answers: $told" test -z "$told"
is 'nothing of it is asked of a network, and there is no script' test -z "$(grep -l '<script\|src=\|http' "$out"/*.html)"

# Another number of questions, and examinations.
quiz quiz tensors 5 9
is 'as many as are asked for' test "$(grep -c '<span class="n">' "$out/tensors-5.html")" = 9
quiz exam "coalescing latency tiling coarsening vectorized warps tensors" '1 2 3'
is 'an examination has 90 minutes' test "$(grep -c '^<p>90 minutes, 85 points' "$out"/exam-[123].html | grep -c ':1$')" = 3
is 'and questions of all units' test "$(grep -c '<h2>' "$out"/exam-[123].html | grep -c ':7$')" = 3
quiz midterm "tiling coarsening" 1 '' 50
is 'or other units and minutes' sh -c 'grep -q "^<p>50 minutes, 45 points" "$0" && [ "$(grep -c "<h2>" "$0")" = 2 ]' "$out/midterm-1.html"
rm -f "$out"/midterm-*
quiz midterm "vectorized warps" "$(seq 1 60)" '' 50
made=$(sed -n 's/^<p>\([0-9]* minutes\).*/\1/p' "$out"/midterm-*[0-9].html | sort | uniq -c | tr -d '\n')
is "its minutes are those asked for, of any seed: $made" test "$made" = '     60 50 minutes'
quiz midterm tiling 1 '' 180
is 'or it says how many there are' said '^midterm-1: the banks have questions for [0-9]* of 180 minutes'
points=$(sed -n 's/.*<span class="points">\([0-9]*\) points.*/\1/p' "$out/exam-2.html" | awk '{ n += $1 } END { print n }')
is 'whose points are those of its questions' test "$points" = 85

# What is wrong is told with file and line.
wrong() { # SENTENCE SED: a bank changed so is refused by it
    rm -rf "$scratch/tree/course/units/tiling"
    mkdir -p "$scratch/tree/course/units/tiling"
    sed "$2" course/units/tiling/questions >"$scratch/tree/course/units/tiling/questions"
    ! quiz check tiling && grep -q "^course/units/tiling/questions:[0-9][0-9]*: .*$1" "$scratch/said"
}
is 'a broken expression' wrong 'has “)”' 's|^answer: 2 \* n^3 / T / 8|answer: 2 * n^3 / T / )|'
is 'a kernel that is not there' wrong "it has no kernel tile-9" "s/lens_load_sectors{'tile-8', n=128}/lens_load_sectors{'tile-9', n=128}/"
is 'a sum that is not what the lens counts' wrong 'comes to 65.536, and the record has' "s|: lens_load_sectors{'tile-8', n=128}|: lens_load_requests{'tile-8', n=128}|"
is 'a name that nothing draws' wrong '@U@, which nothing draws' '0,/@T@/s/@T@/@U@/'
rm -rf "$scratch/tree/course/units/tiling"

# The rule of rules.lua is that of code/lens/cost.c, on all patterns of code/lens.cu.
mkdir -p "$scratch/tree/course/units/rules"
{
    echo 'chapter: lens'
    pattern() { # KERNEL METRIC WORDS
        counted=lens_load_sectors
        case $1 in shared_store_*) counted=lens_shared_store_wavefronts ;; shared_*) counted=lens_shared_load_wavefronts ;; store_*) counted=lens_store_sectors ;; esac
        printf 'question: %s\nkind: count\ntopic: t\nminutes: 2\ntext: x\nunit: x\nwhy: x\nanswer: %s{%s}\ncheck: : %s{%s, n=128}\n' "$1" "$2" "$3" "$counted" "'$1'"
    }
    while read -r kernel given; do
        case $kernel in shared_*) pattern "$kernel" request_wavefronts "$given" ;; *) pattern "$kernel" request_sectors "$given" ;; esac
    done <<'PATTERNS'
load_row stride=1
load_misaligned first=1
load_every_second stride=2
load_column stride=32
load_broadcast stride=0
load_two_rows across=16, pitch=64
load_float2 stride=2, width=2
load_float4 stride=4, width=4
load_20_lanes lanes=20
store_row stride=1
store_column stride=32
store_float4 stride=4, width=4
shared_row stride=1
shared_every_second stride=2
shared_every_third stride=3
shared_every_fourth stride=4
shared_column stride=32
shared_column_padded stride=33
shared_broadcast stride=0
shared_eighths across=8, stride=0, pitch=1
shared_float2 stride=2, width=2
shared_float4 stride=4, width=4
shared_float4_spread stride=8, width=4
shared_float4_pairs across=2, stride=0, pitch=4, width=4
shared_float4_halves across=16, stride=4, pitch=0, width=4
shared_float4_broadcast stride=0, width=4
shared_store_row stride=1, store=1
shared_store_column stride=32, store=1
shared_store_float4 stride=4, width=4, store=1
PATTERNS
} >"$scratch/tree/course/units/rules/questions"
is 'the rule is that of the lens' quiz check rules
is 'on all its patterns' said '^29 questions, 29 checks, 0 of them'

# What students get.
sh course/staff/release.sh tiling >"$scratch/said" 2>&1
is 'no bank and no generator is released' sh -c 'tar -tf build/course/release/tiling.tar >"$0" && grep -q task.md "$0" && ! grep -q "questions\|quiz\|staff\|oral" "$0"' "$scratch/list"
