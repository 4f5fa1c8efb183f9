#!/bin/sh
# share.sh CARD: packs the records of a card, build/share/CARD.tar, with their hashes and the
# page that sets all cards side by side. Without CARD: of the reader's own, else the reference.
set -eu
export LC_ALL=C.UTF-8
card=$1
if [ -z "$card" ]; then
    for folder in $(ls -td data/*/ 2>/dev/null); do
        name=$(basename "$folder")
        case $name in published | lens | loops | nvidia-h200) continue ;; esac
        [ ! -e "$folder/IMPORTED" ] || continue
        ! ls "$folder"*.csv >/dev/null 2>&1 || { card=$name && break; }
    done
    card=${card:-nvidia-h200}
fi
ls "data/$card"/*.csv >/dev/null 2>&1 || { echo "share: data/$card has no records" >&2; exit 2; }

work=build/share/work
rm -rf "$work"
mkdir -p "$work/$card"
(cd "data/$card" && find . -type f \( -name '*.csv' -o -path './transcripts/*.txt' \) | sed 's|^\./||' | sort) >"$work/files"
while read -r file; do
    mkdir -p "$work/$card/$(dirname "$file")"
    cp "data/$card/$file" "$work/$card/$file"
done <"$work/files"
(cd "$work/$card" && xargs sha256sum <../files) >"$work/MANIFEST"
mv "$work/MANIFEST" "$work/$card/MANIFEST"
sed -e '/<script/d; /rel="\(prev\|next\|icon\)"/d; s/<a href="[^"]*\.html[^"]*"[^>]*>\([^<]*\)<\/a>/\1/g' build/book/devices.html |
    awk '/<link rel="stylesheet"/ { if (!done++) { print "<style>"; while ((getline line < "book/style.css") > 0) print line
        while ((getline line < "book/edition/edition.css") > 0) print line; print "nav.toc { display: none }</style>" } next } { print }' >"$work/$card/summary.html"
out=build/share/$card.tar
(cd "$work" && { echo "$card/MANIFEST"; echo "$card/summary.html"; sed "s|^|$card/|" files; } |
    tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 --mtime=@0 -cf - -T -) >"$out.new"
mv "$out.new" "$out"
rm -rf "$work"
echo "share   $out"
