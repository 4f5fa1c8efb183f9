#!/bin/sh
# Counters are read from ncu's CSV as it writes it; what it does not know stays empty.
. "$(dirname "$0")/lib/unit.sh"

# What `ncu --csv --page raw --print-units base` says of a launcher with two kernels.
cat >"$scratch/two.csv" <<'END'
==PROF== Connected to process 71 (build/bin/x)
build/bin/x: a word of the program
==PROF== Disconnected from process 71
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","gpu__time_duration.sum","l1tex__t_requests.sum","l1tex__hit.pct","launch__registers_per_thread","lts__read.sum","dram__read.sum"
"","","","","","","","","","","","","ns","","%","register/thread","sector","byte"
"0","71","x","host","first(int, int, float, const float *)","1","7","(32, 32, 1)","(4, 4, 1)","0","9.0","","1,500.5","1,000","97.25","32","3,000,000,000","n/a"
"1","71","x","host","second(int, ""quoted"")","1","7","(256, 1, 1)","(4, 4, 1)","0","9.0","","12,345,678.5","234","50.5","128","7","n/a"
"2","71","x","host","third","1","7","(256, 1, 1)","(4, 4, 1)","0","9.0","","20","1","99","16","1","n/a"
END
pairs='requests=l1tex__t_requests.sum hit=l1tex__hit.pct registers=launch__registers_per_thread
l2_read_bytes=lts__read.sum dram=dram__read.sum absent=no__such.sum time_us=gpu__time_duration.sum'

row() { # FILE: the row of counters.awk, kernel and size cut off
    awk -v kernel=k -v size=64x32x16 -v pairs="$(echo $pairs)" -f code/tools/counters.awk "$1" >"$scratch/said"
}
column() { cut -d, -f "$(($1 + 4))" "$scratch/said" | grep -qxF "$2"; }

plan 10
is 'a row for three launches' row "$scratch/two.csv"
is 'it names kernel and size' grep -q '^k,64,32,16,' "$scratch/said"
is 'counts add up, thousands separators and all' column 1 1235
is 'rates come from the longest' column 2 50.5
is 'so do registers' column 3 128
is 'sectors become bytes, none lost' column 4 96000000256
is 'n/a stays empty' column 5 ''
is 'so does a metric that ncu did not report' column 6 ''
is 'nanoseconds become microseconds' column 7 12347.2
sed '/^"[0-9]/d' "$scratch/two.csv" >"$scratch/none.csv"
isnt 'no launch is no row' row "$scratch/none.csv"
