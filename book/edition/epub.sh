#!/bin/sh
# epub.sh PANDOC OUT: packs the book as an EPUB, and has epubcheck look at it where that is.
set -eu
export LC_ALL=C.UTF-8
pandoc=$1 out=$2 work=build/edition/epub
jar=${EPUBCHECK:-/usr/share/java/epubcheck.jar}     # Debian's: its command needs more than a jar

command -v zip >/dev/null 2>&1 && command -v rsvg-convert >/dev/null 2>&1 || {
    echo "epub: it takes zip and rsvg-convert; \`make setup epub\` installs them" >&2
    exit 2
}
rm -rf "$work"
mkdir -p "$work/META-INF" "$work/OEBPS"
printf application/epub+zip >"$work/mimetype"
cat >"$work/META-INF/container.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
XML
"$pandoc" --from markdown --to html5 --lua-filter book/edition/epub.lua -o /dev/null /dev/null
rsvg-convert -w 1000 -o "$work/OEBPS/cover.png" build/edition/cover.svg
# The same book makes the same file: no dates of this machine, the files in order.
find "$work" -exec touch -d '2026-01-01 00:00 UTC' {} +
rm -f build/edition/new.epub
(cd "$work" && zip -qX0 ../new.epub mimetype && find META-INF OEBPS -type f | sort | zip -qX9 ../new.epub -@)
if command -v java >/dev/null 2>&1 && [ -e $jar ]; then
    java -jar $jar -q build/edition/new.epub >"$work.said" 2>&1 || {
        grep -m 5 'ERROR\|FATAL\|WARNING' "$work.said" >&2
        echo "epub: epubcheck finds fault with the book; all it says is in $work.said" >&2
        exit 1
    }
fi
mv build/edition/new.epub "$out"
