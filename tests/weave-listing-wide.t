#!/bin/sh
# A listing has at most 74 columns; the 75th is refused by file and line.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 3
line=$(printf '%74s' '' | tr ' ' x)
edit code/beta.cu "s|^{|{ // é${line#????????}\\
//${line#??}|"
is '74 columns fit' builds build/book/beta.html
edit code/beta.cu "s|^//x|//xx|"
is '75 do not' refuses "$(at code/beta.cu //xxx): this line of a listing has 75 columns; 74 fit the page" build/book/beta.html
fixture
edit chapters/alpha.md "s|^int typed_here.*|$line;|"
is 'nor in code typed in place' refuses "$(at chapters/alpha.md "$line"): this line of code has more than 74 columns" build/book/alpha.html
