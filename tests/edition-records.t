#!/bin/sh
# A number of the text leads to the line of the record that it comes from, which says what was asked, of what, by which program, on
# which card and day; the end of a page says once what is so of all its numbers.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 12
printf '\nIt makes [gflops]{.num}, or [gflops / gflops]{.num unit=times}, as [4]{.num} is four.\n' >>chapters/beta.md
builds book || sed 's/^/# /' said
page() { tr '\n' ' ' <build/book/$1.html; }
line=$(grep -n '^fast,4096' data/nvidia-h200/beta.csv | cut -d : -f 1)
is 'a number leads to its line' sh -c "grep -q '<a href=\"records.html#beta:$line\" class=\"num\"' build/book/beta.html"
isnt 'a sum of no record leads nowhere' grep -q '<a[^>]*records[^>]*>4</a>' build/book/beta.html
row() { page records | grep -o "<tr id=\"beta:$line\">.*" | sed 's,</tr>.*,,'; }
is 'the line says what it is of' sh -c "echo '$(row)' | grep -q '<td>fast, 4096³</td>'"
is 'what was asked, with the number' sh -c "echo '$(row)' | grep -q 'gflops = 5.00.TFLOP/s'"
is 'and where' sh -c "echo '$(row)' | grep -q '<a href=\"beta.html\">2</a>'"
section() { page records | sed 's/.*<h2 id="beta">//; s,</section>.*,,'; }
is 'its record says card and day' sh -c "echo '$(section | sed 's/<table.*//')' | grep -q '<p>Measured on Fixture card, [0-9]* [A-Z][a-z]* [0-9]*'"
all=$(grep -oh 'href="records.html#[^"]*"' build/book/*.html | sed 's/.*#//; s/"//' | sort -u)
is 'no number leads to a line that is not there' sh -c "[ -n '$all' ] && for id in $(echo $all); do grep -q \"id=\\\"\$id\\\"\" build/book/records.html || exit 1; done"
is 'the page says once which card and day' test "$(page beta | grep -o 'Measured on Fixture card, [^.]*\.' | wc -l)" = 1
isnt 'a figure does not' grep -q '<p class="prov">\(Drawn\|Taken\)[^<]*\(Fixture card\|measured by\)' build/book/alpha.html
own_card
builds DEVICE=own-card book
is 'a page of another card says that one' sh -c "grep -q 'Measured on Own fixture card' build/book/beta.html"
rm build/labels/beta.cited && printf 'data/nvidia-h200/beta.csv\t%s\tgflops\t1\n' "$line" >build/labels/alpha.cited && touch build/pages/alpha.html
make build/edition/records.md >said 2>&1
is 'it lists what pages say, and nothing else' sh -c "[ \$(grep -c '<tr id=' build/edition/records.md) = 1 ]"
mv data/nvidia-h200/beta.csv data/nvidia-h200/other.csv
sed 's/beta\.csv/other.csv/' build/labels/alpha.cited >cited && mv cited build/labels/alpha.cited && touch build/pages/alpha.html
make build/edition/records.md >said 2>&1
is 'and its program, where its name does not' grep -q 'Of <code>code/beta.cu</code>, measured' build/edition/records.md
