#!/bin/sh
# On a card that is lent for minutes nothing is lost: lent.sh goes on where a kernel is wrong, fails or hangs, and packs what there is.
. "$(dirname "$0")/lib/unit.sh"
mkdir -p "$scratch/build/bin" "$scratch/bin" && cp -R code "$scratch" && cd "$scratch" || exit 1
cat >build/bin/toy <<'END'
#!/bin/sh
case "$*" in
device) echo toy-card ;;
list) printf 'right\nwrong\nhangs\n' ;;
head*) printf '# record: tiles 1\n# kind: counters\n' ;;
'verify --kernel wrong'*) echo 'wrong: C[0][0] is 1, should be 2' >&2 && exit 1 ;;
'verify --kernel hangs'*) sleep 60 ;;
measure*--kernel*) mkdir -p data/toy-card && echo "$*" >>"$(echo "$*" | sed 's/.*--out //')" ;;
measure*) mkdir -p data/toy-card && echo rows >data/toy-card/toy.csv ;;
esac
END
printf '#!/bin/sh\necho a card\n' >bin/nvidia-smi
printf '#!/bin/sh\nwhile [ $# -gt 0 ] && [ "$1" != verify ]; do shift; done\necho sanitized "$@"\n' >bin/compute-sanitizer
chmod +x build/bin/toy bin/*
sed -i 's/"verify-$kernel" 25/"verify-$kernel" 2/' code/tools/lent.sh
PATH=$PWD/bin:$PATH MOST=60 code/tools/lent.sh toy right wrong hangs >said 2>&1
status=$?
holds() { tar tf build/lent/toy.tar | grep -qx "$1"; }

plan 10
is 'something went wrong: it says so' [ "$status" = 1 ]
is 'a right kernel is named' grep -q '^verify-right: exit 0' said
is 'a wrong one too, with what it said' sh -c "grep -A1 '^verify-wrong: exit 1' said | grep -q 'C.0..0. is 1'"
is 'one that hangs is stopped' grep -q '^verify-hangs: exit 124' said
is 'what is right is timed' holds toy/times-right.csv
isnt 'what is wrong is not' holds toy/times-wrong.csv
is 'the whole is measured all the same' holds data/toy-card/toy.csv
is 'the pack has what each step said' holds toy/steps
PATH=$PWD/bin:$PATH MOST=0 code/tools/lent.sh toy right >said 2>&1
is 'without time left it tells that of each step' grep -q '^measure: no time left' said
code/tools/lent.sh >said 2>&1
is 'without a program it says how it is called' sh -c "[ $? = 2 ] && grep -q 'say which program' said"
