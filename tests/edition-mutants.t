#!/bin/sh
# Of an archive that was changed at random, thirty times, each mutant is refused with one sentence, and nothing of it stays,
# or it is taken and the book can read it. By hand, with more of them: perl tests/edition/mutate.pl SEED COUNT GOOD.tar FOLDER.
. "$(dirname "$0")/lib/book.sh"
perl -MDigest::SHA -e 1 2>/dev/null || { echo '1..0 # SKIP no Digest::SHA of perl here'; exit 0; }
fixture
mkdir -p code/tune data/mutant-card/counters data/mutant-card/transcripts
cp "$root/code/tools/hash.sh" "$root/code/tools/tokens.awk" code/tools
cp own/*.csv data/mutant-card
cp data/nvidia-h200/counters/alpha.csv data/mutant-card/counters
cp data/nvidia-h200/transcripts/alpha-verify.txt data/mutant-card/transcripts
for kind in probe/measuring-timing search/autotuning-search winners/autotuning-winners; do
    cp "$root/data/nvidia-h200/${kind#*/}.csv" "data/mutant-card/alpha-${kind##*-}.csv"
done
for file in data/mutant-card/*.csv data/mutant-card/*/*; do
    stem=alpha
    case $file in */beta.csv) stem=beta ;; esac
    sed "s|^# device:.*|# device: Mutant Card|; s|^# date:.*|# date: 2026-01-02T03:04:05Z|; /^# program:/d; /^# source-sha256:/d
        s|^# kind:.*|&\n# program: code/$stem.cu\n# source-sha256: $(sh code/tools/hash.sh code/$stem.cu)|" "$file" >new && mv new "$file"
done
plan 3
builds share DEVICE=mutant-card
mv build/share/mutant-card.tar good.tar
rm -r data/mutant-card
before=$(find data | sort)
reads() { # as the page of cards and the tables of charts do
    for filter in edition/devices tables; do
        DEVICE=mutant-card CARDS=all pandoc --from markdown --to html5 --lua-filter "book/$filter.lua" -o /dev/null /dev/null || return
    done
}
perl "$root/tests/edition/mutate.pl" 23 30 good.tar mutants
heard=$PWD/wrong taken=0
: >wrong
for mutant in good.tar mutants/*.tar; do
    if sh book/edition/import.sh pandoc "$mutant" >out 2>said; then
        taken=$((taken + 1))
        reads >said 2>&1 || echo "$mutant is taken, and the book cannot read it: $(cat said)" >>wrong
        rm -rf last && mv data/mutant-card last
    elif [ "$(wc -l <said)" != 1 ] || ! grep -q '^import: .*; nothing was taken in$' said; then
        echo "$mutant is refused otherwise than with a sentence: $(cat said)" >>wrong
    fi
    [ "$(find data | sort)" = "$before" ] || { echo "$mutant leaves something" >>wrong && rm -rf data/.mutant* data/mutant*; }
done
is 'refused with a sentence, or read' [ ! -s wrong ]
is 'the good one and some are taken' [ $taken -gt 1 -a $taken -lt 31 ]
mv last data/mutant-card
is 'a book with the last of them' builds book DEVICE=mutant-card CARDS=all
