#!/bin/sh
# A listing has at most 72 columns; the 73rd is refused by file and line.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 3
line=$(printf '%72s' '' | tr ' ' x)
edit code/beta.cu "s|^{|{ // é${line#????????}\\
//${line#??}|"
is '72 columns fit' builds build/book/beta.html
edit code/beta.cu "s|^//x|//xx|"
is '73 do not' refuses "$(at code/beta.cu //xxx): this line of a listing has 73 columns; 72 fit the page" build/book/beta.html
fixture
edit chapters/alpha.md "s|^int typed_here.*|$line;|"
is 'nor in code typed in place' refuses "$(at chapters/alpha.md "$line"): this line of code has more than 72 columns" build/book/alpha.html
