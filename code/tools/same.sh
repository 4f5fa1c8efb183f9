#!/bin/sh
# same.sh CARD NVCC ALWAYS OLD STEM...: joins the records of a card to programs that have changed since they were measured.
# Where STEM as it stands here and as it was in the commit OLD, to which its records belong, differ in names alone
# (renamed.pl), whatever was measured holds, and nothing is compiled. Otherwise compiles both for that card, by the compiler
# and with the options that the records name; ALWAYS are those of every program. Where each kernel has the same machine code,
# and is launched in the same way (same.pl), the records hold, but for those of a tuner. A tuner's hold where what the tuner
# compiles is the same: the launcher of code/tune/launchers with its headers, or the program where CONSTANTS is defined.
#
# Where they hold, a line of data/CARD/same.tsv says so: the hash in the records, today's, how many entries of the program's
# table were compared (or how many names have changed), by which compiler (or `names`, or both one after the other), when.
# Where anything differs, the lines go. Records that such a line has joined to OLD already are joined on. Records of the program as it stands need none.
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

keep() { # [LINE]...: instead of those that $stem has
    {
        printf '%s\n' '# same.tsv: programs that have changed since they were measured, but in names or not in their machine code.' \
            "$(printf '# program\thash in the records\thash here\tentries\tcompiler\tdate')"
        {
            [ ! -e "$table" ] || awk -F '\t' -v stem="$stem" '!/^#/ && $1 != stem' "$table"
            [ $# = 0 ] || printf '%s\n' "$@"
            [ -z "$tuned" ] || printf '%s\n' "$tuned"
        } | sort
    } >"$work/table"
    cp "$work/table" "$table.new"
    mv "$table.new" "$table"
}

# FOLDER FILE...: the files of code/probes that these include, and the sources beside those headers.
probes_of() {
    folder=$1
    shift
    [ $# != 0 ] || return 0
    for name in $(cd "$folder" && sed -n 's/^#include "\(probes\/\)\{0,1\}\([a-z0-9_]*\)\.h".*/\2/p' "$@"); do
        for probe in "code/probes/$name.h" "code/probes/$name.c" "code/probes/$name.cu"; do
            [ ! -e "$folder/$probe" ] || echo "$probe"
        done
    done | sort -u
}

is_of_tuner() { # RECORD
    case $1 in *-search.csv | *-tuning.csv | *-winners.csv) ;; *) return 1 ;; esac
}

# RECORD: a header that its program was compiled with, if any: what a tuner measured was not.
header_of() {
    is_of_tuner "$1" || [ ! -e "$work/header" ] || echo "$work/header"
}

hash_in() { # FOLDER RECORD: of $stem there
    # shellcheck disable=SC2046 # one header or none
    (cd "$1" && "$tools/hash.sh" "code/$stem.cu" $(header_of "$2"))
}

# RECORD...: was each measured with what $stem is in OLD, or joined to it?
measured_with_old() {
    for record; do
        was=$(hash_in "$work/old" "$record" 2>/dev/null) || stop "no code/$stem.cu in $commit"
        recorded=$(of_head source-sha256 "$record")
        [ "$recorded" = "$was" ] || awk -F '\t' -v stem="$stem" -v recorded="$recorded" -v was="$was" '
            $1 == stem && $2 == recorded && $3 == was { found = 1 } END { exit !found }' "$table" 2>/dev/null ||
            stop "the records of $stem were not measured with what it is in $commit"
    done
}

# ENTRIES COMPILER RECORD...: lines of same.tsv, one for each program that was measured. What has joined it to OLD stands before.
lines() {
    entries=$1 by=$2
    shift 2
    for record; do
        recorded=$(of_head source-sha256 "$record") now=$(hash_in . "$record")
        before=$(awk -F '\t' -v stem="$stem" -v recorded="$recorded" '$1 == stem && $2 == recorded { print $4 "\t" $5 }' "$table" 2>/dev/null) || before=
        how=$(printf '%s\t%s' "$entries" "$by")
        case $by:$entries:$before in
        *:) ;;
        names:0:* | names:*:*names) how=$before ;;
        names:*) how="$before, names" ;;
        esac
        printf '%s\t%s\t%s\t%s\t%s\n' "$stem" "$recorded" "$now" "$how" "$(date -u +%Y-%m-%d)"
    done | sort -u
}

# FOLDER: the tokens of what the tuner compiles of $stem.
tuned_tokens() {
    source=code/tune/launchers/$stem.cu
    [ -e "$1/$source" ] || source=code/$stem.cu
    (cd "$1" && awk -v tuned=1 -f "$tools/tokens.awk" "$source")
}

# RECORD...: is what the tuner compiled for these what it would compile now? A line of the table is for all records of a hash,
# so no other may have theirs.
holds_for_tuner() {
    tuned_tokens "$work/old" >"$work/was" && tuned_tokens . >"$work/is" && cmp -s "$work/was" "$work/is" || return 1
    of_head source-sha256 "$@" >"$work/sums"
    for record in $others; do ! of_head source-sha256 "$record" | grep -qxFf "$work/sums" || return 1; done
}

compare() {
    set -- "data/$card/$stem".csv "data/$card/$stem"-*.csv "data/$card/counters/$stem".csv \
        "data/$card/transcripts/$stem"-*.txt
    rm -f "$work/header"
    [ ! -e "data/$card/$stem-winners.csv" ] || awk -f code/tune/winners.awk "data/$card/$stem-winners.csv" >"$work/header"
    some=0 tuned=''
    for record; do
        shift
        [ -e "$record" ] && [ "$(of_head program "$record")" = "code/$stem.cu" ] || continue
        some=1
        [ "$(of_head source-sha256 "$record")" = "$(hash_in . "$record")" ] || set -- "$@" "$record"
    done
    [ $some = 1 ] || stop "no record in data/$card is of code/$stem.cu"
    [ $# != 0 ] || {
        echo "$stem: nothing has changed"
        keep
        return
    }
    measured_with_old "$@"
    (cd "$work/old" && awk -f "$tools/tokens.awk" "code/$stem.cu") >"$work/was"
    awk -f "$tools/tokens.awk" "code/$stem.cu" >"$work/is"
    if "$tools/renamed.pl" "$work/was" "$work/is" >"$work/said"; then
        sed "s/^/$stem: /" "$work/said"
        keep "$(lines "$(grep -o -- '->' "$work/said" | wc -l)" names "$@")"
        return
    fi
    if grep -q '^# kind: tuning$' "$@"; then
        of_tuner='' others=''
        for record; do if is_of_tuner "$record"; then of_tuner="$of_tuner $record"; else others="$others $record"; fi; done
        # shellcheck disable=SC2086 # several files
        holds_for_tuner $of_tuner || stop "what the tuner compiles of $stem has changed: tune and measure it again"
        # shellcheck disable=SC2086
        tuned=$(lines 0 tuner $of_tuner)
        keep
        echo "$stem: what the tuner compiles is the same"
        [ -n "$others" ] || return 0
        # shellcheck disable=SC2086
        set -- $others
    fi
    ! grep -q '^#ifdef CONSTANTS' "code/$stem.cu" ||
        stop "$stem is compiled with what a tuner chose, which is not compared: measure it again"
    # Sources of probes have hosts' code of their own, which is not compared.
    probes=$(probes_of "$work/old" "code/$stem.cu")
    # shellcheck disable=SC2086 # several files
    for probe in $probes $(probes_of "$work/old" $probes); do
        cmp -s "$work/old/$probe" "$probe" ||
            stop "$stem has probes in $probe, which has changed too and is not compared: measure it again"
    done
    command -v "$nvcc" >/dev/null || stop "$stem differs in more than names, and there is no nvcc here to compare machine code"
    compiler="nvcc $("$nvcc" --version | sed -n 's/.*, V//p')"
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
    0) keep "$(lines "$(grep -c '^same ' "$work/said")" "$compiler" "$@")" ;;
    1) found=1 && keep ;;
    *) exit 2 ;;
    esac
}

[ $# != 0 ] && [ -n "$commit" ] || stop 'which programs, and the commit that was measured? make same C=stem OLD=commit'
command -v git >/dev/null || stop 'no git here, which has the programs as they were'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/old"
git archive "$commit" code >"$work/old.tar" 2>/dev/null || stop "no commit $commit here that has code/"
tar -xf "$work/old.tar" -C "$work/old"
found=0
for stem; do compare; done
exit $found
