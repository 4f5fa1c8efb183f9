#!/bin/sh
# import.sh PANDOC FILE [STALE]: takes the records of another card into data/, from a file that
# `make share` wrote. What comes from elsewhere may mean harm, so nothing is unpacked before
# its names, kinds and sizes have been seen, nothing is kept before every hash and every row
# has been checked, and nothing that is there is overwritten.
set -eu
export LC_ALL=C.UTF-8
pandoc=$1 file=$2 stale=${3:-}

refuse() { printf 'import: %s: %s; nothing was taken in\n' "$file" "$*" >&2; exit 1; }

[ -n "$file" ] || { echo 'import: say which file, as in make import FILE=their-card.tar' >&2; exit 2; }
[ -f "$file" ] && [ -r "$file" ] || refuse 'there is no such file'
[ "$(wc -c <"$file")" -le 16777216 ] || refuse 'it has more than 16 MiB'
# A plain tar, so that tar starts no other program to unpack it.
[ "$(dd bs=1 skip=257 count=5 <"$file" 2>/dev/null)" = ustar ] || refuse 'it is not a file that `make share` wrote'

sh code/tools/writable.sh data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
tar -tvf - <"$file" >"$work/list" 2>"$work/said" || refuse 'tar cannot read it'
[ ! -s "$work/said" ] || refuse "tar says: $(head -n 1 "$work/said")"

# Each line: mode owner size date time name. Plain files only, in one folder, with names that records have.
awk '
    function bad(why) { print why; found = 1; exit }
    NF != 6 || substr($1, 1, 1) != "-" { bad("it has something that is no plain file, or a name with a blank: " substr($0, 1, 160)) }
    $3 > 2097152 { bad($6 " has more than 2 MiB") }
    (total += $3) > 16777216 { bad("unpacked it has more than 16 MiB") }
    NR > 200 { bad("it has more than 200 files") }
    seen[$6]++ { bad($6 " is there twice") }
    $6 !~ /^[a-z0-9][a-z0-9-]*\/(MANIFEST|summary\.html|[a-z0-9-]+\.csv|counters\/[a-z0-9-]+\.csv|transcripts\/[a-z0-9-]+\.txt)$/ || length($6) > 120 {
        bad("it has a name that no record has: " substr($6, 1, 160)) }
    { split($6, part, "/"); if (card == "") card = part[1]; else if (card != part[1]) bad("it has records of two cards") }
    END { if (!found && NR == 0) print "it is empty" }' "$work/list" >"$work/why"
[ ! -s "$work/why" ] || refuse "$(head -n 1 "$work/why")"
card=$(awk 'NR == 1 { sub(/\/.*/, "", $6); print $6 }' "$work/list")
case $card in published | lens | loops) refuse "no card is called $card" ;; esac
[ ! -e "data/$card" ] || refuse "data/$card is there already; move it away first"

# summary.html stays where it is: it is for people.
awk '$6 !~ /summary\.html$/ { print $6 }' "$work/list" >"$work/wanted"
tar -xf - -C "$work" --no-same-owner --no-same-permissions --no-overwrite-dir -T "$work/wanted" <"$file" 2>/dev/null || refuse 'tar cannot unpack it'
[ -z "$(find "$work/$card" ! -type f ! -type d | head -n 1)" ] || refuse 'it unpacks to something that is no plain file'
chmod -R u=rwX,go=rX "$work/$card"

# The manifest names each file once, with its hash, and nothing else.
[ -f "$work/$card/MANIFEST" ] || refuse 'it has no MANIFEST'
! grep -Evq '^[0-9a-f]{64}  [a-z0-9/-]+\.(csv|txt)$' "$work/$card/MANIFEST" || refuse 'its MANIFEST is not as `make share` writes it, a hash, two blanks and a name a line'
(cd "$work/$card" && find . -type f ! -name MANIFEST | sed 's|^\./||' | sort) >"$work/there"
cut -c 67- "$work/$card/MANIFEST" | sort | cmp -s - "$work/there" || refuse 'its MANIFEST names other files than it has'
(cd "$work/$card" && sha256sum -c --quiet MANIFEST >/dev/null 2>&1) || refuse 'a file does not have the hash that its MANIFEST gives'
rm "$work/$card/MANIFEST"

# What the programs of this book hash to, for import.lua: alone, and with the header of the
# winners that the card's own records name, which says where it was made of. It is never compiled.
here=$PWD
mkdir "$work/data"
ln -s "../$card" "$work/data/$card"
for program in code/*.cu; do
    stem=$(basename "$program" .cu)
    echo "$program $(sh code/tools/hash.sh "$program" 2>/dev/null || echo none)"
    [ -f "$work/$card/$stem-winners.csv" ] && [ -f code/tune/winners.awk ] || continue
    (cd "$work" && awk -f "$here/code/tune/winners.awk" "data/$card/$stem-winners.csv") >"$work/header" 2>/dev/null || continue
    echo "$program $(sh code/tools/hash.sh "$program" "$work/header" 2>/dev/null || echo none)"
done >"$work/hashes"
CARD=$card FOLDER=$work HASHES=$work/hashes STALE=$stale \
    "$pandoc" --from markdown --to html5 --lua-filter book/edition/import.lua -o /dev/null /dev/null 2>"$work/said" ||
    refuse "$(head -n 1 "$work/said")"

printf 'from a file of %s\n' "$(sha256sum <"$file" | cut -c 1-64)" >"$work/$card/IMPORTED"
chmod 755 "$work/$card"
trap 'rm -rf "$work" "data/.$card.new"' EXIT
rm -rf "data/.$card.new"
cp -R "$work/$card" "data/.$card.new" || refuse "it cannot be written to data/$card; is the disk full?"
mv "data/.$card.new" "data/$card"
cat "$work/said" >&2
echo "import  data/$card; \`make book\` shows it under Cards, CARDS=$card beside it in charts too, and DEVICE=$card is about it"
