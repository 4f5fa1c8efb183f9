#!/bin/sh
# pdf.sh PANDOC OUT: prints the book. Chromium lays it out, because it sets MathML and the
# drawings as the pages have them, repeats the heads of tables, and numbers and names pages
# by CSS alone; which page a place came to be on, poppler reads from what was printed, and
# the book is printed again with these numbers until they stay. Chromium leaves all but the
# pages themselves as plain text; qpdf packs it, which halves the file and changes nothing.
set -eu
export LC_ALL=C.UTF-8
pandoc=$1 out=$2

chromium=
for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -z "$name" ] || ! command -v "$name" >/dev/null 2>&1 || { chromium=$name && break; }
done
[ -n "$chromium" ] && command -v pdfinfo >/dev/null 2>&1 && command -v qpdf >/dev/null 2>&1 || {
    echo "pdf: it takes chromium, poppler-utils and qpdf; \`make setup pdf\` installs them" >&2
    exit 2
}

work=build/edition
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
trap 'exit 1' HUP INT TERM
[ -e "$work/places.tsv" ] || : >"$work/places.tsv"      # the last printing is a good guess
for pass in 1 2 3 4 5; do
    paper=1 "$pandoc" --from markdown --to html5 --lua-filter book/edition/single.lua -o /dev/null /dev/null
    "$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-extensions --user-data-dir="$profile" --no-pdf-header-footer \
        --generate-pdf-document-outline \
        --print-to-pdf="$work/book.pdf" "$work/paper.html" >"$work/chromium.log" 2>&1 || true
    [ -s "$work/book.pdf" ] || { tail -n 3 "$work/chromium.log" >&2; echo "pdf: $chromium printed nothing" >&2; exit 1; }
    # `pdfinfo -dests` has lines:  page [ XYZ … ] "name"; the name as a URL writes it. It has
    # those that a link leads to, and the index leads to each page once: so what another printing
    # has found stays until it is found anew.
    pdfinfo -dests "$work/book.pdf" 2>/dev/null | sed -n 's/^ *\([0-9][0-9]*\) \[.*\] "\(.*\)"$/\2	\1/p' |
        awk -F '\t' 'NR == FNR { found[$1]; print; next } !($1 in found)' - "$work/places.tsv" | sort -u >"$work/places.new"
    if cmp -s "$work/places.new" "$work/places.tsv"; then
        rm "$work/places.new"
        qpdf --object-streams=generate "$work/book.pdf" "$work/packed.pdf"
        mv "$work/packed.pdf" "$out"
        exit 0
    fi
    mv "$work/places.new" "$work/places.tsv"
done
echo "pdf: page numbers did not settle in $pass passes" >&2
exit 1
