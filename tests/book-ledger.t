#!/bin/sh
# The page of lens and card has every count that both have, each difference with its reason; on the reader's own card a
# difference without one is marked.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 17
page=build/book/ledger.html
counters=data/nvidia-h200/counters/alpha.csv
builds book
is 'without a record of the lens the page says so' grep -q 'No kernel has a count of the lens and one of a card' $page
# lens SECTORS: a record of kernel slow with so many load sectors.
lens() {
    mkdir -p data/lens
    {
        printf '# record: tiles 1\n# kind: lens\n# program: code/alpha.cu\n'
        grep '^# source-sha256' $counters
        echo 'kernel,m,n,k,line,space,op,array,requests,sectors,ideal_sectors,bytes_asked,bytes_moved,wavefronts,ideal_wavefronts,barriers,flops_per_byte,blocks,run'
        echo "slow,4096,4096,4096,total,global,load,all,4294967296,$1,1,1,1,,,,,16384,16384"
        echo 'slow,4096,4096,4096,total,global,store,all,524288,16777216,1,1,1,,,,,16384,16384'
        echo 'slow,4096,4096,4096,total,all,all,all,,,,,,,,0,0.06,16384,16384'
        echo '# end: 3 rows'
    } >data/lens/alpha.csv
}
reason() { printf 'why\tmade-up\topen\tWe do not `know`.\tMeasure.\nfor\tmade-up\talpha.*\tload_sectors\t*\t0.9\t1.1\n' >data/reasons.tsv; }
lens 70866960384
is 'equal counts' builds book
is 'stand in the sentence' grep -q 'Both have 4 counts for the same kernel, counter and size. 4 of them are exactly equal' $page
is 'and behind a fold' grep -q '<summary>The 4 equal counts</summary>' $page
is 'the sidebar leads to the page' grep -q '<a href="ledger.html">Lens and card</a>' build/book/alpha.html
lens 70866960385
is 'one sector more stops the book' refuses 'kernel slow of alpha, load_sectors at 4096: the lens counts 70866960385 (16384 of 16384 blocks), the card 70866960384' book
reason
is 'and with a reason does not' builds book
is 'which stands above the difference' grep -q '<th scope="rowgroup" colspan="6" class="why open">We do not <code>know</code>.</th>' $page
is 'and among the open questions' grep -q '<p>We do not <code>know</code>.</p> <p>Measure.</p>' build/book/questions.html
printf '\n::: {.compare #tbl:both n=4096}\nThey differ.\n:::\n\n' >>chapters/beta.md
echo '[ledger_equal]{.num} of [ledger_cells]{.num}, [ledger_global_open{n=4096}]{.num}' >>chapters/beta.md
builds book
is 'prose may ask for the numbers' sh -c "sed 's/<[^>]*>//g' build/book/beta.html | grep -q '^3 of 4, 1$'"
is 'and a table of lens and card has the reason from there' grep -q 'differs: load sectors by .*We do not' build/book/beta.html
lens 70866960384
is 'a reason that nothing needs any more stops it' refuses 'data/reasons.tsv:2: no count needs this line of the reason made-up any more' book
rm data/reasons.tsv
mkdir -p data/own-card/counters && cp own/*.csv data/own-card
sed 's/^# device: .*/# device: Own card/; s/,70866960384,/,70866960390,/' $counters >data/own-card/counters/alpha.csv
is 'what differs on another card only' builds book
is 'is marked there' grep -q 'No reason is known for this card' $page
is 'with its count' grep -q '70.866.960.390' $page
sed 's/^# source-sha256: ./# source-sha256: x/' $counters >new && mv new $counters
rm -r data/own-card
sed '$d' chapters/beta.md >new && mv new chapters/beta.md
builds book
is 'counters of an earlier program are not compared' grep -q 'counters of this chapter are of an earlier program' $page
printf '# same\nalpha\tx%s\t%s\t1\tnvcc\t2026-11-23\n' "$(sed -n 's/^# source-sha256: .//p' $counters)" \
    "$(sed -n 's/^# source-sha256: //p' data/lens/alpha.csv)" >data/nvidia-h200/same.tsv
builds book
is 'but those of an earlier program with the same machine code are' grep -q 'Both have 4 counts' $page
