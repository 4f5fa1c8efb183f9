#!/bin/sh
# submit.sh UNIT: what is to be handed in, as work/UNIT-ID.tar; the same files make the same
# bytes.
. course/lib.sh
has_unit "$1"
begun 'hand in'
id=$(head -n 1 "$work/id")
good_id "$id" || say "$work/id holds no good name"
tar -cf "work/$unit-$id.tar.part" --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=0644 \
    -C "$work" id log.txt $(cd "$work" && ls reason.txt receipt.txt 2>/dev/null) "$unit.cu" || exit 2
mv "work/$unit-$id.tar.part" "work/$unit-$id.tar"
echo "work/$unit-$id.tar"
[ -s "$work/reason.txt" ] || ! of points | grep -q 'reason [0-9]' || echo "it has no reason: at most 150 words in $work/reason.txt carry points" >&2
[ -e "$work/receipt.txt" ] || echo "it has no receipt: the one that you were given for your predictions belongs into $work/receipt.txt" >&2
[ "$(tail -n 1 "$work/log.txt" | cut -d ' ' -f 3)" = "$(sha256sum <"$work/$unit.cu" | cut -c 1-64)" ] ||
    echo "the program has changed since the last \`make try U=$unit\`: try it before you hand it in" >&2
