#!/bin/sh
# A card that somebody shares is taken in whole, and stands under Cards; what could do harm,
# or is not so, is refused by name, and nothing of it stays.
. "$(dirname "$0")/lib/book.sh"
fixture
own_card
mkdir -p code/tools code/tune
cp "$root/code/tools/hash.sh" "$root/code/tools/tokens.awk" code/tools
for stem in alpha beta; do
    sum=$(sh code/tools/hash.sh code/$stem.cu)
    sed "s|^# source-sha256:.*|# source-sha256: $sum|; s|^# program:.*|# program: code/$stem.cu|" data/own-card/$stem.csv >new
    grep -q '^# source-sha256' new || sed "1,/^# kind/s|^\(# kind: .*\)|\1\n# program: code/$stem.cu\n# source-sha256: $sum|" data/own-card/$stem.csv >new
    sed 's|^# date:.*|# date: 2026-01-02T03:04:05Z|' new >data/own-card/$stem.csv
done
device=$(sed -n 's/^# device: //p' data/own-card/alpha.csv)
slug=$(echo "$device" | tr 'A-Z' 'a-z' | sed 's/[^a-z0-9][^a-z0-9]*/-/g; s/^-//; s/-$//')
[ "$slug" = own-card ] || mv data/own-card "data/$slug"
plan 42
builds share
is 'a card is packed' [ -s "build/share/$slug.tar" ]
cp "build/share/$slug.tar" good.tar
is 'with a page for people' sh -c "tar -xOf good.tar $slug/summary.html | grep -q 'side-by-side'"
is 'the same records make the same file' sh -c "make share >/dev/null && cmp -s good.tar build/share/$slug.tar"
is 'one that is there is not overwritten' refuses 'is there already' import FILE=good.tar
mv "data/$slug" kept
is 'another takes it in' builds import FILE=good.tar
is 'as it was' sh -c "diff -r kept data/$slug | grep -v IMPORTED | wc -l | grep -qx 0"
builds book
is 'it stands under Cards' grep -q "$device" build/book/devices.html
is 'as one that was imported' grep -q '>imported<' build/book/devices.html
isnt 'the book does not take it for the reader’s own' grep -q "your <b>$device" build/book/alpha.html
isnt 'nor does a chart show it unasked' grep -q 'slow @ ' build/book/alpha.html
builds book CARDS=all
is 'which CARDS= sets beside the card of the chart' grep -q "<th[^>]*>slow @ " build/book/alpha.html
is 'as the words under it say' grep -q "on [^<]*, $device, [0-9]" build/book/alpha.html
rm -rf "data/$slug"
before=$(find data | sort)

# evil NAME WHAT TEXT: what the function WHAT makes of the unpacked good.tar in ./card is refused with TEXT.
pack() { (cd card && tar --format=ustar -cf ../bad.tar -- *); }
hashes() { (cd "card/$slug" && find . -type f ! -name MANIFEST ! -name summary.html | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum >MANIFEST); }
fresh() { rm -rf card bad.tar && mkdir card && tar -xf good.tar -C card; }
evil() {
    fresh
    $2
    is "$1" sh -c "! make import FILE=bad.tar >said 2>&1 && grep -qF -e '$3' said && [ \"\$(find data | sort)\" = '$before' ]"
}
set_in() { edit "card/$slug/alpha.csv" "$1" && hashes && packed; }
packed() { (cd card && find . -type f | sed 's|^\./||' | tar --format=ustar -cf ../bad.tar -T -); }

up() { (cd "card/$slug" && tar --format=ustar -P --transform "s|alpha.csv|../../../alpha.csv|" -cf ../../bad.tar alpha.csv); }
evil 'a path that leads out' up 'nothing was taken in'
root_path() { (cd card && tar --format=ustar -P --transform 's|^|/|' -cf ../bad.tar "$slug/alpha.csv"); }
evil 'a path from the root' root_path 'nothing was taken in'
symlink() { ln -s /etc/passwd "card/$slug/beta2.csv"; packed; (cd card && tar --format=ustar -cf ../bad.tar "$slug/beta2.csv" "$slug/alpha.csv"); }
evil 'a link' symlink 'no plain file'
fifo() { mkfifo "card/$slug/pipe.csv"; (cd card && tar --format=ustar -cf ../bad.tar "$slug/pipe.csv"); }
evil 'a pipe' fifo 'no plain file'
script() { echo 'rm -rf /' >"card/$slug/run.sh"; hashes; packed; }
evil 'a file that is no record' script 'no record has'
hidden() { echo x >"card/$slug/.profile"; packed; }
evil 'a hidden file' hidden 'no record has'
blank() { cp "card/$slug/alpha.csv" "card/$slug/al pha.csv"; packed; }
evil 'a name with a blank' blank 'no plain file, or a name with a blank'
twice() { packed; (cd card && tar --format=ustar -rf ../bad.tar "$slug/alpha.csv"); }
evil 'a file that is there twice' twice 'there twice'
two() { cp -R "card/$slug" card/zzz; packed; }
evil 'two cards' two 'two cards'
large() { dd if=/dev/zero of="card/$slug/big.csv" bs=1024 count=2049 2>/dev/null; packed; }
evil 'a file that is too large' large 'more than 2 MiB'
bomb() { packed; gzip -c bad.tar >z && mv z bad.tar; }
evil 'what would have to be unpacked first' bomb 'is not a file that'
junk() { head -c 4096 /dev/urandom >bad.tar; }
evil 'what is no tar' junk 'is not a file that'
other() { mv "card/$slug" card/lens; packed; }
evil 'a folder that the book needs' other 'no card is called'
wrong() { sed 's/^./0/' "card/$slug/MANIFEST" >m && sed 's/^0/f/' m >"card/$slug/MANIFEST"; echo >>"card/$slug/alpha.csv"; packed; }
evil 'a file that was changed' wrong 'does not have the hash'
more() { cp "card/$slug/alpha.csv" "card/$slug/alpha-more.csv"; packed; }
evil 'one that the manifest does not name' more 'names other files'
none() { rm "card/$slug/MANIFEST"; packed; }
evil 'no manifest' none 'has no MANIFEST'
renamed() { mv "card/$slug" card/another-card; packed; }
evil 'the name of another card' renamed 'of another card'
mark_up() { set_in 's|^# driver:.*|# driver: <script>alert(1)</script>|; s|^# date|# note: <b>\n# date|'; }
evil 'mark-up in the head' mark_up 'is not plain text'
comment() { set_in 's|^# device:.*|# device: NVIDIA */ int main() /*|'; }
evil 'code in the name of a card' comment 'no card has such a name'
cell() { set_in '/^slow,/{s|^slow|<i>slow|;}'; }
evil 'mark-up in a row' cell 'what no record has'
impossible() { set_in 's|^\(slow,[0-9]*,[0-9]*,[0-9]*\),[0-9.]*|\1,-5|'; }
evil 'a speed that cannot be' impossible 'alpha.csv'
column() { set_in 's|^kernel,m,n,k|kernel,m,n,q|'; }
evil 'a column that is missing' column 'is missing'
cut_short() { set_in '/^# end/d'; }
evil 'a record cut short' cut_short 'truncated'
future() { set_in 's|^# date:.*|# date: 2999-01-01T00:00:00Z|'; }
evil 'a day to come' future 'of the future'
stranger() { mv "card/$slug/alpha.csv" "card/$slug/gamma.csv"; hashes; packed; }
evil 'a chapter that is none' stranger 'no chapter by that name'
exchanged() { cp "card/$slug/alpha.csv" "card/$slug/alpha-search.csv"; hashes; packed; }
evil 'a record of another kind than its name says' exchanged 'kind gemm does not stand there'
old() { set_in "s|^# source-sha256:.*|# source-sha256: $(printf '%064d' 7)|"; }
evil 'another source' old 'measured with other sources'
is 'which can be taken all the same' builds import FILE=bad.tar STALE=1
rm -rf "data/$slug"
fresh
set_in "s/\$/$(printf '\r')/"
is 'lines that end as on Windows are taken' builds import FILE=bad.tar
isnt 'no file at all' make import
