#!/bin/sh
# A drawing can stand inside a page: nothing in it collides, clips, or stays black in the
# dark, and it is small. Every figure is held to it, on made-up records.
. "$(dirname "$0")/lib/records.sh"
fixture
sh "$root/tests/lib/tuned.sh"
sh "$root/tests/lib/tensors.sh"
cp "$root"/plots/*.gp plots
cp -R "$root/data/lens" "$root/data/loops" data
drawings=$sandbox/drawings
mkdir "$drawings"
tables 2>said || { echo "Bail out! $(cat said)"; exit 1; }
for table in build/tables/*.tsv; do
    figure=$(basename "$table" .tsv)
    draw "$figure" >"$drawings/$figure.svg" 2>>said
    draw "$figure" 1 >"$drawings/$figure-narrow.svg" 2>>said
done
plan 11
none() { ! grep -l "$1" "$drawings"/*.svg; }
heat=$(grep -lE "^load 'plots/(heat|stalls)|^digit\\(" plots/*.gp | sed 's|.*/||; s/\.gp$//')
limit() {                                # a heat map, or one of parts, has a number in each cell
    case " $(echo $heat) " in *" ${1%-narrow} "*) echo 20480 ;; *) echo 12288 ;; esac
}
small() {
    for f in "$drawings"/*.svg; do
        figure=$(basename "$f" .svg)
        [ "$(wc -c <"$f")" -le "$(limit "$figure")" ] || { echo "$figure"; return 1; }
    done
}
whole() { for f in "$drawings"/*.svg; do tail -c 7 "$f" | grep -q '</svg>' || { echo "$f"; return 1; }; done; }
legible() { ! grep -oE 'font-size="[0-9.]+"' "$drawings"/*.svg | grep -E '"([0-9]|1[01])(\.[0-9]+)?"'; }
is 'gnuplot has nothing to complain of' test ! -s said
is 'each is drawn to the end' whole
is 'no ids' none ' id='
is 'no definitions' none '<defs\|<use\|xlink'
is 'no titles of gnuplot' none '<title\|<desc\|GNUPLOT'
is 'no fixed black' none 'black\|#000000\|rgb('
is 'no fixed font' none 'font-family="sans-serif"'
is 'no empty groups' none '<g[^>]*></g>'
is 'no rectangles apart that are painted alike' none "<path d='[^']*' \(fill='[^']*' fill-opacity='[^']*'\)/><path d='[^']*' \1/>"
is 'no text below 12 pixels' legible
is 'none above 12 KB, or 20 where cells have numbers' small
