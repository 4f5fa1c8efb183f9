#!/bin/sh
# The lecturer's pages say what is so: numbers and claims are asked of the records, counts of the judge, limits of the
# scripts that set them.
# Needs the book.
. "$(dirname "$0")/lib/unit.sh"
. course/lib.sh
plan 27
pages='GUIDE SESSIONS RACE HANDBOOK PLATFORMS SYLLABUS'
command -v pandoc >/dev/null || { echo "1..0 # SKIP no pandoc here; \`make setup\` installs it"; exit 0; }

# Each link leads somewhere.
dead() {
    for page in $pages; do
        grep -o '\(href\|src\)="[^"#][^"]*"' "build/teach/$page.html" | sed 's/.*="//; s/"$//' | sort -u | while read -r link; do
            file=build/teach/${link%%#*} id=${link#*#}
            case $link in http*) continue ;; *.html#*) grep -q "id=\"$id\"" "$file" || echo "$page: $link" ;; *) [ -e "$file" ] || echo "$page: $link" ;; esac
        done
    done
}
missing=$(dead)
is "all that they link to is there: $missing" test -z "$missing"

# What the grader prints, and commands, are no prose.
plain() {
    for page in $pages; do awk -F '"' -v OFS= '/^    / { next } { for (i = 1; i <= NF; i++) { if (i > 1) said = !said; if (said) $i = "" } print }' "course/$page.md" >"$scratch/$page.md"; done
    sh tests/lib/plain.sh "$scratch"/*.md >"$scratch/said" 2>&1
}
is 'they are in plain English' plain

# In a copy, what is not so is refused, by file and line.
root=$PWD
copied() { # takes the texts as they are
    rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/build/deps" "$scratch/tree/course" && cd "$scratch/tree" || exit 1
    ln -s "$root/book" "$root/data" "$root/chapters" "$root/code" "$root/drawings" "$root/CITATION.cff" .
    ln -s "$root/build/labels" build
    cp "$root"/course/*.md "$root"/course/*.facts course
    cd "$root" || exit 1
}
woven() { # PAGE
    (cd "$scratch/tree" && pandoc --from markdown-implicit_figures --to html5 --metadata-file book/metadata.yaml \
        --bibliography book/references.bib --lua-filter book/weave.lua -o page.html "course/$1.md") >"$scratch/said" 2>&1
}
changed() { # FILE SCRIPT: by sed, and it is another file then
    sed "$2" "course/$1" >"$scratch/tree/course/$1"
    ! cmp -s "course/$1" "$scratch/tree/course/$1"
}
refused() { # SENTENCE PAGE FILE SCRIPT
    copied
    changed "$3" "$4" && ! woven "$2" && grep -q "^course/$3:[0-9]*: .*$1" "$scratch/said"
}
copied
for page in $pages; do is "$page is woven" woven "$page"; done
is 'a claim that a record contradicts' refused 'a claim\|the claim' SESSIONS SESSIONS.md \
    's/claim expr="share .naive.naive." min=0.8 max=1.2/claim expr="share '\''naive.naive'\''" min=3/'
copied
isnt 'so is one among the facts' sh -c "sed 's/^\\(column_wins = .*\\), min=1.8, max=2.4/\\1, min=4/' course/SESSIONS.facts >'$scratch/tree/course/SESSIONS.facts'; cmp -s course/SESSIONS.facts '$scratch/tree/course/SESSIONS.facts'"
isnt 'and is refused' woven SESSIONS
is 'a row that is not there' refused nosuch SESSIONS SESSIONS.md 's/vectorized\.spread/vectorized.nosuch/'
is 'a measured number that is typed' refused 'is typed in' SESSIONS SESSIONS.md 's/\[won\]{\.num digits=2}/13 times/'
is 'a figure that no chapter has' refused 'refers to nothing' SESSIONS SESSIONS.md 's/@fig:tiling-cycle/@fig:tiling-circle/'
is 'a fact that nothing says' refused 'nothing says the fact spare' RACE RACE.facts '$a spare = 1'

# What the judge counts.
counted() {
    for v in t16 t24; do
        unit=tiling && variant_named $v && key && rm -rf "$scratch/box" && mkdir "$scratch/box" || exit
        # shellcheck disable=SC2086
        sh course/compile.sh tiling "$key/solution.cu" "$scratch/box" "$key" && run_judge "$scratch/box" count tiled $table 0 192x192x192 || exit
        total shared load wavefronts 192x192x192 <"$scratch/box/verdict"
    done
}
is 'tiles of 16 and of 24 take as many wavefronts, and the sessions say how many' test "$(counted | sort -u | sed 's/\(.*\)\(...\)/\1,\2/')" = \
    "$(grep -o '[0-9,]* for both at 192' course/SESSIONS.md | cut -d ' ' -f 1)"

# What the guide says is graded, and the units grade.
asked() { # UNIT: sectors, wavefronts, requests, latencies
    unit=$1
    of count | grep -o 'sectors\|wavefronts\|requests\|latencies' | sort -u | tr '\n' ' '
}
told() { grep "^| \`$1\` |" course/GUIDE.md | cut -d '|' -f 5 | grep -o 'sectors\|wavefronts\|requests\|latencies' | sort -u | tr '\n' ' '; }
missing=$(for u in $(units); do [ "$(asked "$u")" = "$(told "$u")" ] || echo "$u"; done)
is "counts that are graded: $missing" test -z "$missing"
oral=$(unit=free && of points | grep -o 'oral [0-9]*' | cut -d ' ' -f 2)
is 'an oral is worth forty points' test "$oral:$(grep -c 'Forty points: ten each' course/GUIDE.md)" = 40:1

# How long a measurement took, by the dates of the records.
seconds() { for s in coalescing tiling coarsening-2d vectorized warptiling wmma mma split; do
    from=$(sed -n 's/^# date: //p' "data/nvidia-h200/transcripts/$s-verify.txt")
    for to in $(sed -n 's/^# date: //p' $(ls data/nvidia-h200/"$s".csv data/nvidia-h200/"$s"-*.csv 2>/dev/null)); do
        echo $(($(date -d "$to" +%s) - $(date -d "$from" +%s)))
    done | awk '$1 <= 3600' | sort -n | tail -n 1
done | sort -n; }
made() { sed 's/<[^>]*>//g' build/teach/RACE.html | grep -q "$1"; }
is 'a measurement took as long as the dates say' made "between $(seconds | head -n 1).s and $(seconds | tail -n 1).s to measure"
is 'and so does a class' made "this is $(($(seconds | tail -n 1) * 2)) minutes of one card"

# Numbers that scripts set. PAGE WORDS FILE SETTING
says() { grep -qF -e "$2" "course/$1.md" && grep -qF -e "$4" "course/$3"; }
is 'what a prediction is worth' says GUIDE 'Within 5 % it is right, a factor of four off' staff/grade.sh 'off <= log(1.05) ? 1 : off >= log(4) ? 0'
is 'what a program may take' says GUIDE 'one minute of processor time, four minutes on the clock and 1 GiB' lib.sh \
    '"$((${COURSE_SECONDS:-60} * 4))"'
is 'what must be brought' says GUIDE 'more than four times the sectors' judge.sh '"$sectors" -le $((4 * most))'
is 'what does not travel' says GUIDE 'six lines of the solution' staff/release.sh 'Nothing goes out in which six lines'
is 'how wide a race is' says RACE 'more than 3 % apart' race-lib.sh 'RACE_WIDE=0.03 RACE_TRIES=3'
is 'how often it is run anew' says RACE 'seven times more' race.c 'FRESH_ROUNDS = 7'
is 'what is worth nothing' says RACE 'hardly slower (over 0.98)' race-job.sh 'rung > .98) rung = .5'
