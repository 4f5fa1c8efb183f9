#!/bin/sh
# A figure of accesses is drawn from its trace, and from nothing else.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 7
mkdir -p data/lens/traces
trace=data/lens/traces/alpha-access.tsv
asked='naive kernel=naive warp=13 step=11'
sed "s/^# trace: .*/# trace: $asked/" "$root/data/lens/traces/naive-access.tsv" >$trace
printf '# table: access\n# trace: %s\ntitle_A = "A"; title_B = "B"; title_C = "C"\nload "plots/access.inc"\n' \
    "$asked" >plots/alpha-access.gp
printf '\n::: {.figure #fig:access plot=alpha-access}\nThe warp asks for a column.\n:::\n' >>chapters/alpha.md
is 'from the trace' builds book
is 'as its provenance says' grep -q 'plots/alpha-access.gp from data/lens/traces/alpha-access.tsv\.' build/book/alpha.html
cp build/figures/alpha-access.svg before.svg
sleep 1
# Lane 0 of the load of A: one row further down.
edit $trace 's/^\(naive.*load	A	11	0	\)44	0	11/\1556	1	11/'
is 'another access' builds book
isnt 'is another drawing' cmp -s before.svg build/figures/alpha-access.svg
edit plots/alpha-access.gp 's/warp=13/warp=14/'
is 'a trace of another warp is refused' refuses "$trace: it traces “$asked”; \`make lens\` takes" book
edit plots/alpha-access.gp 's/warp=14/warp=13/'
sed '$d' $trace >cut && mv cut $trace
is 'a trace cut short is refused' refuses "$(last $trace): the record is truncated" book
rm $trace
is 'no trace, no figure' refuses "$trace: there is no such trace; \`make lens\` takes it" book
