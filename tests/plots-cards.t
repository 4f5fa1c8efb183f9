#!/bin/sh
# CARDS= sets other cards beside the one that a chart is of, where they have the same kernel
# at the same size; each is told by dash, mark and name. Without it charts are of one card.
. "$(dirname "$0")/lib/records.sh"
fixture
unset CARDS
plan 19
# A third card, twice as fast as the fixture's laptop, without 1024.
mkdir data/third-card
sed 's/^# device:.*/# device: NVIDIA GeForce Third 1/; s/T03:05:05Z/T02:05:05Z/; s/^\(naive,[0-9]*,[0-9]*,[0-9]*\),[0-9.]*,[0-9.]*,[0-9.]*/\1,202,200,204/' \
	data/fixture-own/naive.csv |
	awk '/^naive,1024,/ { next } /^# end/ { $3-- } 1' >data/third-card/naive.csv
cp "$root/plots/naive-sizes.gp" "$root/plots/ladder.gp" plots
tables
has() { grep -q "$2" "build/tables/$1.tsv"; }
none() { ! grep -q "$2" "build/tables/$1.tsv"; }
DEVICE=nvidia-h200
export DEVICE
tables
ok 'a chart is of one card' sh -c '! grep -q "@\|beside" build/tables/naive-sizes.tsv build/tables/ladder.tsv'
draw naive-sizes >alone.svg 2>warned
ok 'gnuplot has nothing to say to that' [ ! -s warned ]
CARDS=all
export CARDS
tables
ok 'CARDS=all sets all others beside it' has naive-sizes "^# beside: 'Fixture laptop card' 'Third 1'$"
ok 'with the first kernel, not the library' has naive-sizes 'cublas upper	naive @ Fixture laptop card	naive @ Third 1$'
ok 'at the sizes that both have' has naive-sizes '^256	0.39	.*	0.101	0.202$'
ok 'and nothing at others' has naive-sizes '^1024	.*	0.101	$'
ok 'the origin names them' has naive-sizes '^# card: Fixture card, Fixture laptop card, Third 1$'
ok 'and their records' has naive-sizes 'from: data/fixture-own/naive.csv, .*data/third-card/naive.csv'
ok 'the ladder has a column of each' has ladder '	TFLOP/s @ Fixture laptop card	% @ Fixture laptop card	TFLOP/s @ Third 1	% @ Third 1$'
ok 'none for a card without the kernel' none ladder 'laptop.*laptop.*laptop'
for narrow in 0 1; do
	draw naive-sizes $narrow >both.svg
	ok "each line has its name, narrow=$narrow" sh -c 'grep -q ">naive, Fixture laptop card<" both.svg && grep -q ">naive, Third 1<" both.svg'
	ok "and a dash of its own, narrow=$narrow" sh -c '[ "$(grep -o "stroke-dasharray=.[0-9., ]*" both.svg | sort -u | wc -l)" -gt "$(grep -o "stroke-dasharray=.[0-9., ]*" alone.svg | sort -u | wc -l)" ]'
done
draw ladder >ladder.svg
ok 'a bar of the ladder has the name of its card' grep -q '% *· *Third 1<' ladder.svg
CARDS=third-card
tables
ok 'CARDS names some' has naive-sizes "^# beside: 'Third 1'$"
CARDS='third-card nvidia-h200'
DEVICE=third-card
tables
ok 'the reference is one of them, for a reader with a card' has naive-sizes 'naive @ Fixture card$\|^# card: Fixture card, Third 1'
CARDS=nonsense
says 'one that is not there is refused' 'CARDS=nonsense: data/ has no records of nonsense; it has those of fixture-own, nvidia-h200, third-card' tables
CARDS=
DEVICE=fixture-own
tables
ok 'the ladder still has the reader'\''s own card' has ladder '^# own: Fixture laptop card'
