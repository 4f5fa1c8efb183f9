#!/bin/sh
# A profile launches what it should under ncu, keeps all the rows or none, and parts nowhere.
. "$(dirname "$0")/lib/unit.sh"
mkdir -p "$scratch/build/bin" "$scratch/path" && cp -R code "$scratch" && cd "$scratch" || exit 1
PATH=$PWD/path:$PATH

# A program of one kernel and one of a sweep; what `sanitize.sh` does is another test's.
cat >build/bin/toy <<'END'
#!/bin/sh
case $1 in
device) echo toy-card ;;
head) printf '# record: tiles 1\n# kind: gemm\n' ;;
profiled)
    case $* in
    *--kernel*) echo 'tile-8 64x64x64' ;;
    *) printf '%s\n' 'tile-8 128x128x128' 'tile-8 4092x4092x4092' 'swept 128x128x128' ;;
    esac ;;
esac
END
# ncu, which says of each launch its ID and how long it took; `broken` names a kernel it
# fails on, `double` one whose launcher starts two kernels.
cat >path/ncu <<'END'
#!/bin/sh
cat >/dev/null
case $* in
--query-metrics*) echo 'gpu__time_duration  of the device' && exit ;;
*tex_throttle*) [ ! -e poor ] || { echo '==ERROR== Failed to find metric' && exit 1; } ;;
esac
while [ "$1" != launch ]; do shift; done
case $* in
*--kernel*) names=$3 ;;
*128*) names='tile-8 swept' ;;
*) names=tile-8 ;;
esac
echo "$names" >>calls
printf '"ID","Kernel Name","gpu__time_duration.sum"\n"","","ns"\n'
id=0
for name in $names; do
    [ "$(cat broken 2>/dev/null)" != "$name" ] || { echo '==ERROR== no permission'; exit 1; }
    for launch in 1 $([ "$(cat double 2>/dev/null)" != "$name" ] || echo 2); do
        printf '"%s","%s","%s,500"\n' "$id" "$name $launch" $((id + 1))
        id=$((id + 1))
    done
done
END
printf '#!/bin/sh\nexit 1\n' >path/cuobjdump
printf '#!/bin/sh\n[ ! -e guilty ] || { echo "toy: a race in tile-8" >&2; exit 1; }\n' >code/tools/sanitize.sh
printf '#!/bin/sh\ntouch mixed\n' >code/tools/mix.sh
chmod +x build/bin/toy path/ncu path/cuobjdump
kept=data/toy-card/counters/toy.csv
profile() { code/tools/profile.sh toy "$@" >said 2>err </dev/null; }
column() { # NAME: of the rows, with kernel and sizes
    awk -F, -v name="$1" '/^#/ { next } !at { for (i = 1; i <= NF; ++i) if ($i == name) at = i; next }
        { print $1, $2, $3, $4, $at }' "$2"
}
times='tile-8 128 128 128 1.5
swept 128 128 128 2.5
tile-8 4092 4092 4092 1.5'

plan 18
is 'a profile' profile
is 'a row for each launch' [ "$(column time_us $kept)" = "$times" ]
is 'from one process for each size' [ "$(wc -l <calls)" = 2 ]
is 'what ncu does not say stays empty' [ "$(column cycles $kept | cut -d' ' -f5 | sort -u)" = '' ]
is 'a record of counters that counts its rows' sh -c \
    "sed -n 2p $kept | grep -qx '# kind: counters' && tail -n 1 $kept | grep -qx '# end: 3 rows'"
is 'the instructions are counted too' [ -e mixed ]
cp $kept before
is 'a part of it' profile --kernel tile-8
is 'is printed' [ "$(column time_us said)" = 'tile-8 64 64 64 1.5' ]
is 'and not kept' cmp -s before $kept
echo swept >broken
isnt 'where ncu fails' profile
is 'the launch is named and nothing replaced' sh -c \
    "grep -q 'toy: ncu failed on launch --size 128x128x128: ==ERROR== no permission' err && cmp -s before $kept"
rm broken && echo swept >double
is 'a launcher with two kernels' profile
is 'has the sum of both' [ "$(column time_us $kept | grep swept)" = 'swept 128 128 128 4' ]
rm double && touch poor
is 'a card without some of the metrics' profile
is 'has a profile' [ "$(column time_us $kept)" = "$times" ]
is 'that says which columns are empty' grep -q 'this ncu has no .*tex_throttle.*; stall_tex stays empty' err
rm poor && cp $kept before && touch guilty
profile
is 'a kernel with an error fails the profile: exit 1' [ $? = 1 ]
is 'and is named, and nothing replaced' sh -c "grep -q 'a race in tile-8' err && cmp -s before $kept"
