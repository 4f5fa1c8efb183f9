#!/bin/sh
# Lens and hardware side by side: a global count that differs fails the page, by kernel and
# counts, unless the prose says why.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 19
counters=data/nvidia-h200/counters/alpha.csv
# lens SECTORS RUN: a record of kernel slow with so many load sectors from RUN of 16384 blocks.
lens() {
    mkdir -p data/lens
    {
        printf '# record: tiles 1\n# kind: lens\n# program: code/alpha.cu\n# source-sha256: 0\n'
        echo 'kernel,m,n,k,line,space,op,array,requests,sectors,ideal_sectors,bytes_asked,bytes_moved,wavefronts,ideal_wavefronts,barriers,flops_per_byte,blocks,run'
        echo "slow,4096,4096,4096,total,global,load,all,4294967296,$1,1,1,1,,,,,16384,$2"
        echo "slow,4096,4096,4096,total,global,store,all,524288,16777216,1,1,1,,,,,16384,$2"
        echo "slow,4096,4096,4096,total,all,all,all,,,,,,,,0,0.06,16384,$2"
        echo '# end: 3 rows'
    } >data/lens/alpha.csv
}
# twin RECORD: gives kernel slow a twin.
twin() {
    awk '/^# end:/ { printf "%s# end: %d rows\n", twins, 2 * n; next }
        /^slow,/ { twins = twins "twin" substr($0, 5) "\n"; ++n }
        { print }' "$1" >twins && mv twins "$1"
}
table() { edit chapters/beta.md "s/^::: {.compare.*/::: {.compare #tbl:both n=4096$1}/"; }
lens 70866960384 16384
cat >>chapters/beta.md <<'END'

::: {.compare #tbl:both n=4096}
They agree.
:::
END
is 'equal counts make the table' builds build/book/beta.html
is 'with a word for each kernel' grep -q 'slow</th>.*<td rowspan="2">equal</td>' build/book/beta.html
lens 70866960385 16384
is 'one sector more fails the page' refuses "$(at chapters/beta.md '::: {.compare'): the lens counts 70 866 960 385 load sectors of kernel slow (data/lens/alpha.csv), but Fixture card counts 70 866 960 384" build/book/beta.html
table ' except="slow: made up"'
is 'unless the prose has the reason' builds build/book/beta.html
is 'which the table shows' grep -q 'differs: load sectors by .*made up' build/book/beta.html
lens 70866960384 16384
is 'a reason for nothing is refused' refuses 'except= excuses kernel slow, whose counts do not differ' build/book/beta.html
table ''
lens 70866960385 16
is 'nor does a sample differ without one' refuses 'of kernel slow (data/lens/alpha.csv, from 16 of 16384 blocks), but Fixture card' build/book/beta.html
table ' except="quick, slow: made up"'
is 'of two kernels that are excused, both must differ' refuses 'except= excuses kernel quick, whose' build/book/beta.html
table ' except="slow: made up"'
is 'with a reason it may' builds build/book/beta.html
is 'in the table too' grep -q 'differs: load sectors by .*made up' build/book/beta.html
cp $counters whole
cp data/lens/alpha.csv counted
awk -F, -v OFS=, '/^kernel/ { $0 = $0 ",shared_load_requests,shared_load_wavefronts" } /^slow/ { $0 = $0 ",64,128" } { print }' whole >$counters
awk '/,all,all,all,/ { print "slow,4096,4096,4096,total,shared,load,all,64,,,4096,8192," 129 ",64,,,16384,16" } { sub(/end: 3/, "end: 4"); print }' counted >data/lens/alpha.csv
table ''
lens_global() { sed -i 's/70866960385/70866960384/' data/lens/alpha.csv; }
lens_global
is 'shared memory has to agree too, where it is shown' refuses 'the lens counts 129 shared load wavefronts of kernel slow' build/book/beta.html
table ' space=global'
is 'and where it is not, it need not' builds build/book/beta.html
cp whole $counters
cp counted data/lens/alpha.csv
twin $counters
twin data/lens/alpha.csv
table ' kernels="alpha.slow" except="slow: made up"'
is 'kernels= chooses' builds build/book/beta.html
is 'only what it names' sh -c '! grep -q twin build/book/beta.html && grep -q "slow</th>.*differs" build/book/beta.html'
table ' kernels="alpha.slow,alpha.quick"'
is 'and only what both counted' refuses "$(at chapters/beta.md '::: {.compare'): kernel quick of alpha has not both a count of the lens and one of a card at 4096" build/book/beta.html
table ' of="alpha,gamma"'
is 'of= names chapters of the book' refuses "$(at chapters/beta.md '::: {.compare'): of= or kernels= names chapter gamma, which book/contents does not list" build/book/beta.html
table ' of="alpha" except="slow: made up"'
mv whole $counters
# drawn CHAPTER: makes the table of a figure of that chapter's counts.
drawn() {
    printf '# table: agreement of=%s n=4096\n' "$1" >plots/alpha-agreement.gp
    pandoc --lua-filter book/tables.lua </dev/null >said 2>&1
}
drawn alpha
is 'a figure has the counts of both, to the last digit' grep -q "^sectors	70866960385	70866960384	1" build/tables/alpha-agreement.tsv
drawn beta
is 'of the chapters that it names' grep -q 'data/nvidia-h200/counters: there is no such record' said
rm plots/alpha-agreement.gp
sed '$d' $counters >cut && mv cut $counters
is 'counters cut short are refused' refuses "$(last $counters): the record is truncated" build/book/beta.html
