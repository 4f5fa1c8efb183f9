#!/bin/sh
# same.sh CARD NVCC ALWAYS OLD STEM...: joins the records of a card to programs that have changed since they were measured.
# Compiles each STEM as it was in the commit OLD, to which its records belong, and as it stands here, for that card, by the
# compiler and with the options that the records name; ALWAYS are those of every program. Where each kernel has the same
# machine code, and is launched in the same way (same.pl), a line of data/CARD/same.tsv says so: the hash in the records,
# today's, how many entries of the program's table were compared, by which compiler, when. Where anything differs, the
# line goes. Records that such a line has joined to OLD already are joined on. Records of the program as it stands need none.
set -eu
export LC_ALL=C.UTF-8
card=$1 nvcc=$2 always=$3 commit=$4
shift 4
tools=$(cd "$(dirname "$0")" && pwd)
table=data/$card/same.tsv

stop() {
    echo "same: $*" >&2
    exit 2
}

of_head() { # KEY FILE...: its values in the heads of records
    key=$1
    shift
    sed -n "s/^# $key: //p" "$@" | sort -u
}

# FOLDER NAME: of $stem, into $work/NAME.cubin and $work/NAME.s. On the host's side each function stays by itself, so that
# what one of them is does not depend on how large the others are, nor on who else calls it.
alone=-fno-inline,-fno-partial-inlining
for kind in cp bit-cp vrp sra ra icf modref pure-const reference; do alone=$alone,-fno-ipa-$kind; done
build() {
    (
        cd "$1"
        # shellcheck disable=SC2086 # several options
        "$nvcc" $always $flags -cubin "code/$stem.cu" -o "$work/$2.cubin" &&
            "$nvcc" $always $flags -Xcompiler "-S,-O1,$alone" -c "code/$stem.cu" -o "$work/$2.s"
    ) || stop "$stem does not compile"
}

keep() { # [LINE]: instead of the one that $stem has
    {
        printf '%s\n' '# same.tsv: programs that have changed since they were measured, but not in their machine code.' \
            "$(printf '# program\thash in the records\thash here\tentries\tcompiler\tdate')"
        {
            [ ! -e "$table" ] || awk -F '\t' -v stem="$stem" '!/^#/ && $1 != stem' "$table"
            [ $# = 0 ] || printf '%s\n' "$1"
        } | sort
    } >"$work/table"
    cp "$work/table" "$table.new"
    mv "$table.new" "$table"
}

compare() {
    set -- "data/$card/$stem".csv "data/$card/$stem"-*.csv "data/$card/counters/$stem".csv \
        "data/$card/transcripts/$stem"-*.txt
    now=$("$tools/hash.sh" "code/$stem.cu")
    some=0
    for record; do
        shift
        [ -e "$record" ] && [ "$(of_head program "$record")" = "code/$stem.cu" ] || continue
        some=1
        [ "$(of_head source-sha256 "$record")" = "$now" ] || set -- "$@" "$record"
    done
    [ $some = 1 ] || stop "no record in data/$card is of code/$stem.cu"
    [ $# != 0 ] || {
        echo "$stem: nothing has changed"
        keep
        return
    }
    ! { grep -q '^#ifdef CONSTANTS' "code/$stem.cu" || grep -q '^# kind: tuning$' "$@"; } ||
        stop "$stem has records of a tuner, of many kernels that the program does not have, which are not compared: measure it again"
    was=$(cd "$work/old" && "$tools/hash.sh" "code/$stem.cu" 2>/dev/null) || stop "no code/$stem.cu in $commit"
    recorded=$(of_head source-sha256 "$@")
    [ "$recorded" = "$was" ] || awk -F '\t' -v stem="$stem" -v recorded="$recorded" -v was="$was" '
        $1 == stem && $2 == recorded && $3 == was { found = 1 } END { exit !found }' "$table" 2>/dev/null ||
        stop "the records of $stem were not measured with what it is in $commit"
    # What is new there serves new probes alone.
    ! grep -q '^#include "probes/' "$work/old/code/$stem.cu" || ! diff -r "$work/old/code/probes" code/probes | grep -qv '^Only in code/probes: ' ||
        stop "$stem has probes in code/probes, which have changed too and are not compared: measure it again"
    [ "$(of_head compiler "$@")" = "$compiler" ] ||
        stop "the records of $stem are of $(of_head compiler "$@"), and here is $compiler, whose code says nothing of theirs"
    flags=$(of_head flags "$@" | sed "s/-arch=native/-arch=sm_$(of_head compute-capability "$@" | tr -d .)/")
    build "$work/old" old
    build . new
    status=0
    "$tools/same.pl" "$work/old" "$work/new" >"$work/said" || status=$?
    sed "s/^/$stem: /" "$work/said"
    # Counters are of kernels alone: what probes are is nothing to them.
    ! { [ "$*" = "data/$card/counters/$stem.csv" ] && ! grep -v '^same \|^new ' "$work/said" | grep -qv '^differs probes: '; } || status=0
    case $status in
    0) keep "$(printf '%s\t%s\t%s\t%s\t%s\t%s' "$stem" "$recorded" "$now" "$(grep -c '^same ' "$work/said")" "$compiler" \
        "$(date -u +%Y-%m-%d)")" ;;
    1) found=1 && keep ;;
    *) exit 2 ;;
    esac
}

[ $# != 0 ] && [ -n "$commit" ] || stop 'which programs, and the commit that was measured? make same C=stem OLD=commit'
command -v git >/dev/null || stop 'no git here, which has the programs as they were'
compiler="nvcc $("$nvcc" --version | sed -n 's/.*, V//p')"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/old"
git archive "$commit" code >"$work/old.tar" 2>/dev/null || stop "no commit $commit here that has code/"
tar -xf "$work/old.tar" -C "$work/old"
found=0
for stem; do compare; done
exit $found
