#!/bin/sh
# A pandoc or gnuplot that is missing or too old is named before anything is built.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 6
printf '#!/bin/sh\necho pandoc 2.9.2.1\n' >old-pandoc
printf '#!/bin/sh\necho gnuplot 5.2 patchlevel 8\n' >old-gnuplot
chmod +x old-pandoc old-gnuplot
is 'no pandoc' refuses 'there is none here' book PANDOC=./nothing
is 'old pandoc' refuses 'pandoc 2.9.2.1 is too old' book PANDOC=./old-pandoc
is 'no gnuplot' refuses 'there is none here' book GNUPLOT=./nothing
is 'old gnuplot' refuses 'gnuplot 5.2 is too old' book GNUPLOT=./old-gnuplot
is 'nothing was built' test ! -e build/book
printf '#!/bin/sh\n[ "$1" = --version ] && { echo pandoc 10.1; exit; }\nexec pandoc "$@"\n' >new-pandoc
chmod +x new-pandoc
is 'pandoc 10 is newer than 2.17' builds book PANDOC=./new-pandoc
