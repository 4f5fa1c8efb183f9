#!/bin/sh
# CARDS= sets other cards beside the one that a chart is of, where they have the same kernel
# at the same size; each is told by dash, mark and name. Without it charts are of one card.
. "$(dirname "$0")/lib/records.sh"
fixture
unset CARDS
plan 37
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
is 'a chart is of one card' sh -c '! grep -q "@\|beside" build/tables/naive-sizes.tsv build/tables/ladder.tsv'
draw naive-sizes >alone.svg 2>warned
is 'gnuplot has nothing to say to that' [ ! -s warned ]
CARDS=all
export CARDS
tables
is 'CARDS=all sets all others beside it' has naive-sizes "^# beside: 'Fixture laptop card' 'Third 1'$"
is 'with the first kernel, not the library' has naive-sizes 'cublas upper	naive @ Fixture laptop card	naive @ Third 1$'
is 'at the sizes that both have' has naive-sizes '^256	0.39	.*	0.101	0.202$'
is 'and nothing at others' has naive-sizes '^1024	.*	0.101	$'
is 'the origin names them' has naive-sizes '^# card: Fixture card, Fixture laptop card, Third 1$'
is 'and their records' has naive-sizes 'from: data/fixture-own/naive.csv, .*data/third-card/naive.csv'
is 'the ladder has a column of each' has ladder '	TFLOP/s @ Fixture laptop card	% @ Fixture laptop card	TFLOP/s @ Third 1	% @ Third 1$'
is 'none for a card without the kernel' none ladder 'laptop.*laptop.*laptop'
for narrow in 0 1; do
    draw naive-sizes $narrow >both.svg
    is "each line has its name, narrow=$narrow" sh -c 'grep -q ">naive, Fixture laptop card<" both.svg && grep -q ">naive, Third 1<" both.svg'
    is "and a dash of its own, narrow=$narrow" sh -c '[ "$(grep -o "stroke-dasharray=.[0-9., ]*" both.svg | sort -u | wc -l)" -gt "$(grep -o "stroke-dasharray=.[0-9., ]*" alone.svg | sort -u | wc -l)" ]'
done
draw ladder >ladder.svg
is 'a bar of the ladder has the name of its card' grep -q '% *· *Third 1<' ladder.svg
CARDS=third-card
tables
is 'CARDS names some' has naive-sizes "^# beside: 'Third 1'$"
CARDS='third-card nvidia-h200'
DEVICE=third-card
tables
is 'the reference is one of them, for a reader with a card' has naive-sizes 'naive @ Fixture card$\|^# card: Fixture card, Third 1'
CARDS=nonsense
says 'one that is not there is refused' 'CARDS=nonsense: data/ has no records of nonsense; it has those of fixture-own, nvidia-h200, third-card' tables
CARDS=
DEVICE=fixture-own
tables
is 'the ladder still has the reader'\''s own card' has ladder '^# own: Fixture laptop card'

# Two cards with ceilings and probes: a roof each, and a line each.
other() { # CARD NAME: the reference's ceilings, stride and counters as of another card, at half of its speed
    mkdir -p "data/$1/counters"
    for record in measuring-ceilings coalescing-stride; do
        awk -F, -v OFS=, -v name="$2" '/^# device:/ { $0 = "# device: " name } /^[a-z].*,(GFLOP|GB)\/s,|,cycles,/ { for (i = 4; i < 7; i++) $i /= 2 } 1' \
            data/nvidia-h200/$record.csv >"data/$1/$record.csv"
    done
    cp data/nvidia-h200/naive.csv data/nvidia-h200/measuring.csv "data/$1"
    cp data/nvidia-h200/counters/naive.csv "data/$1/counters"
    sed -i "s/^# device:.*/# device: $2/" "data/$1"/*.csv "data/$1"/counters/*.csv
}
other fourth-card 'NVIDIA GeForce Fourth 1'
other fifth-card 'NVIDIA Fifth'
rm data/fifth-card/counters/naive.csv
cp "$root/plots/naive-roofline.gp" "$root/plots/coalescing-stride.gp" plots
printf "# table: metrics kernels=naive.naive,naive.cublas columns=error,gflops beside=gflops\nload 'plots/cards.inc'\nplot table using 0:'gflops'\n" >plots/naive-beside.gp
printf "# table: metrics kernels=naive.naive,naive.cublas columns=gflops\nplot table using 0:'gflops'\n" >plots/naive-alone.gp
DEVICE=nvidia-h200
CARDS='fourth-card fifth-card'
tables
is 'a roofline has the roof of each' has naive-roofline '^roof	FMA		64.4				32.2			32.2	$'
is 'and the slope' has naive-roofline '^slope	copy	.*4.3	.*	2.15	.*	2.15$'
is 'the kernel that the figure is about, where it was counted' has naive-roofline '^kernel	naive	\([0-9.]*\)	\([0-9.]*\)		[0-9.]*	\1	\2				$'
is 'a line of each over the strides' has coalescing-stride '^16	4	[^	]*	2	2$'
is 'a chart that draws one card is of one' none naive-alone '@'
is 'another is of what it says is to be compared' has naive-beside 'gflops	gflops @ Fourth 1	gflops @ Fifth$'
for narrow in 0 1; do
    draw naive-roofline $narrow >roofs.svg 2>warned
    is "gnuplot has nothing to say to roofs, narrow=$narrow" [ ! -s warned ]
    is "each roof has its card's name and a dash of its own, narrow=$narrow" sh -c 'grep -q ">Fourth 1, 32.2" roofs.svg && grep -q ">Fifth, 32.2" roofs.svg &&
        [ "$(grep "c4" roofs.svg | grep -o "stroke-dasharray=.[0-9., ]*" | sort -u | wc -l)" = 2 ]'
    draw coalescing-stride $narrow >strides.svg 2>warned
    is "nor to lines, narrow=$narrow" [ ! -s warned ]
    is "which a key tells apart, narrow=$narrow" sh -c 'grep -q ">Fourth 1<" strides.svg && grep -q ">Fifth<" strides.svg'
done

# Every figure of the book, with two cards that have all that it wants.
fixture
sh "$root/tests/lib/tuned.sh"
sh "$root/tests/lib/tensors.sh"
cp "$root"/plots/*.gp plots
cp -R "$root/data/lens" "$root/data/loops" data
cp -R data/nvidia-h200 data/second-card
sed -i 's/^# device:.*/# device: NVIDIA Second/' data/second-card/*.csv data/second-card/counters/*.csv
CARDS=second-card
tables
several=$(grep -l '^# beside:' build/tables/*.tsv | sed 's|.*/||; s/\.tsv$//')
: >warned
: >silent
for figure in $several; do
    for narrow in 0 1; do
        draw $figure $narrow 2>>warned | grep -q '>[^<]*Second[^<]*<' || echo $figure >>silent
    done
done
is 'the ladder, sizes, rooflines, sweeps and steps are of several cards' [ "$(echo "$several" | grep -c '^ladder$\|-sizes$\|-roofline$\|-sweep$\|-stride$\|-warp-shape$\|-steps$')" -ge 19 ]
is 'each has their names' cmp silent /dev/null
is 'gnuplot has nothing to say to any' cmp warned /dev/null
is 'and what draws one card has no column of another' sh -c '[ -n "$1" ] && ! grep -q Second $1' sh "$(grep -L '^# beside:' build/tables/*.tsv)"
