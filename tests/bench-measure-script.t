#!/bin/sh
# make measure keeps what a right program says, and neither times nor keeps a wrong one.
. "$(dirname "$0")/lib/unit.sh"
make -n measure C=naive NVCC=true >"$scratch/full"
make -n measure C=naive NVCC=true QUICK=1 >"$scratch/quick"
mkdir -p "$scratch/build/bin" && cp -R code "$scratch" && cd "$scratch" || exit 1

cat >build/bin/toy <<'END'
#!/bin/sh
case $1 in
device) echo toy-card ;;
head) printf '# record: tiles 1\n# kind: counters\n' ;;
verify) echo 'all is right' && [ ! -e wrong ] ;;
measure) echo "$*" >measured ;;
esac
END
chmod +x build/bin/toy
measures() { rm -f measured; code/tools/measure.sh toy >said 2>&1; }
kept=data/toy-card/transcripts/toy-verify.txt

plan 13
isnt 'make measure is not quick' grep -q -e --quick full
is 'with QUICK=1 it is' grep -q 'measure.sh .*--quick' quick
is 'a right program' measures
is 'it is timed' grep -qx 'measure --data data' measured
is 'a quick one' sh -c 'code/tools/measure.sh toy --quick >said 2>&1'
is 'is timed quickly' grep -qx 'measure --quick --data data' measured
is 'what verify said is kept, as a transcript that counts its lines' sh -c "sed '/^# date: 2/d' $kept | cmp -s - <<'END'
# record: tiles 1
# kind: transcript
\$ build/bin/toy verify
all is right
# end: 2 lines
END"
cp "$kept" before
touch wrong
isnt 'a wrong program' measures
is 'it is not timed' [ ! -e measured ]
is 'what the right one said is still there, and nothing else' \
    [ "$(ls data/toy-card/transcripts; cmp "$kept" before)" = toy-verify.txt ]

rm -r data wrong && echo mine >data
measures
is 'a data/ that cannot be written: exit 2' [ $? = 2 ]
is 'it is named, in one line, before anything is timed' \
    sh -c '[ "$(wc -l <said)" -eq 1 ] && grep -q data said && [ ! -e measured ]'
is 'and stays as it is' grep -qx mine data
