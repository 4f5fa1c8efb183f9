#!/bin/sh
# What the scripts keep is a whole record with head, date and count, or nothing.
. "$(dirname "$0")/lib/unit.sh"
mkdir -p "$scratch/build/bin" && cp -R code "$scratch" && cd "$scratch" || exit 1

cat >build/bin/toy <<'END'
#!/bin/sh
case $1 in
device) echo toy-card ;;
head) [ ! -e headless ] && printf '# record: tiles 1\n# kind: counters\n# device: Toy\n' ;;
esac
END
chmod +x build/bin/toy
keeps() { # FOLDER FILE: standard input
    code/tools/keep.sh toy "$@" >said 2>&1
}
holds() { # FILE: it has these lines, its date apart
    sed 's/^# date: 2[-0-9]*T[0-9:]*Z$/# date: today/' "$1" | cmp -s - wanted
}
files() { find data -type f | sort | tr '\n' ' '; }

plan 13
printf 'a,b\n1,2\n3,4\n' >input
cat >wanted <<'END'
# record: tiles 1
# kind: counters
# device: Toy
# date: today
a,b
1,2
3,4
# end: 2 rows
END
is 'rows' keeps counters toy.csv <input
is 'their columns are named and not counted' holds data/toy-card/counters/toy.csv

printf '$ toy verify\nall is right\n' >input
cat >wanted <<'END'
# record: tiles 1
# kind: transcript
# device: Toy
# date: today
$ toy verify
all is right
# end: 2 lines
END
is 'lines' keeps transcripts toy-verify.txt <input
is 'all of them are counted' holds data/toy-card/transcripts/toy-verify.txt

isnt 'no lines' keeps transcripts toy-verify.txt </dev/null
is 'the old record stays' holds data/toy-card/transcripts/toy-verify.txt
isnt 'columns without rows' sh -c 'echo a,b | code/tools/keep.sh toy counters none.csv' 2>said
touch headless
isnt 'a program without a head' keeps transcripts toy-verify.txt <input
rm headless
mkfifo half
code/tools/keep.sh toy transcripts toy-verify.txt <half &
exec 9>half
echo half >&9
while [ ! -e data/toy-card/transcripts/toy-verify.txt.tmp ]; do sleep 0.05; done
kill $!
exec 9>&-
wait $!
is 'one that is killed' holds data/toy-card/transcripts/toy-verify.txt
is 'none of them leaves anything behind' [ "$(files)" = \
    'data/toy-card/counters/toy.csv data/toy-card/transcripts/toy-verify.txt ' ]

keeps drawings
is 'without a file the folder is made' [ -d data/toy-card/drawings ]
rm -r data && echo mine >data
keeps transcripts
is 'a data/ that cannot be written: exit 2' [ $? = 2 ]
is 'it is named and stays as it is' sh -c 'grep -q data said && grep -qx mine data'
