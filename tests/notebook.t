#!/bin/sh
# The notebook is one, and its cells run in order, here without a card: they measure nothing,
# say so, and make and show the rest.
. "$(dirname "$0")/lib/book.sh"
for tool in jq git; do
    command -v $tool >/dev/null 2>&1 || { echo "1..0 # SKIP no $tool here"; exit 0; }
done
notebook=$root/book/edition/notebook/tiles.ipynb
sandbox=$(mktemp -d) || exit 1
trap 'rm -rf "$sandbox"' EXIT
cd "$sandbox" || exit 1
plan 14

sound() { jq -e '.nbformat == 4 and .nbformat_minor == 5 and ([.cells[].id] | length == (unique | length)) and
    all(.cells[]; (.metadata | type) == "object" and (.source | type) == "array" and
        (.cell_type == "markdown" or (.cell_type == "code" and .outputs == [] and .execution_count == null)))' "$1" >/dev/null; }
is 'it is a notebook of format 4.5, and kept without outputs' sound "$notebook"
jq '(.cells[] | select(.cell_type == "code")).execution_count = 1' "$notebook" >run.ipynb
isnt 'one that was run is not' sound run.ipynb
if /usr/bin/python3 -c 'import nbformat' 2>/dev/null; then
    is 'so says nbformat' /usr/bin/python3 -c 'import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], 4))' "$notebook"
else
    is 'so says nbformat # SKIP it is not here (python3-nbformat)' true
fi

# What a host has: no card, and packages that are all there.
mkdir bin
printf '#!/bin/sh\necho "a test installs nothing" >&2\nexit 1\n' | tee bin/apt-get >bin/sudo
chmod +x bin/*
PATH=$sandbox/bin:$PATH NVCC=nowhere/nvcc
unset REPOSITORY
export PATH NVCC
cell() { # WORD: runs the cell that has it
    jq -r --arg word "$1" '[.cells[] | select(.cell_type == "code") | .source | join("") | select(contains($word))][0]' "$notebook" >cell
    sed -n 1p cell | grep -qx '%%sh' && sed 1d cell | sh >said 2>&1
}
isnt 'it stops where nobody has said where the book is' cell 'git clone'
is 'and asks for the one thing to fill in' grep -q '^Where is the book?.* behind REPOSITORY= ' said
is 'which nothing else is' test "$(jq -r '.cells[].source | join("")' "$notebook" | grep -c '^[A-Z_]*=\|https*://')" = 1
REPOSITORY=file://$root
export REPOSITORY
is 'it takes the book and says what is here' cell 'git clone'
(cd "$root" && git ls-files -com --exclude-standard | while read -r f; do [ ! -e "$f" ] || echo "$f"; done | tar cf - -T -) | tar xf - -C tiles
is 'without a card it goes on' cell 'make measure'
is 'and says in a sentence that nothing was measured' grep -qx 'Nothing was measured: the pages speak of the reference card.' said
is 'it makes the book' cell 'make book'
is 'it shows the ladder' cell ladder.tsv
is 'from the first rung to the library' test "$(grep -c '^Naive .*TFLOP/s\|^cuBLAS .* 100.0 %' said)" = 3
if command -v python3 >/dev/null 2>&1; then
    mkdir IPython
    : >IPython/__init__.py
    echo 'HTML = print' >IPython/display.py
    jq -r '.cells[] | select(.cell_type == "code") | .source | join("") | select(contains("iframe"))' "$notebook" >page.py
    is 'it shows a page with its style' sh -c 'PYTHONPATH=. PYTHONIOENCODING=utf-8 python3 page.py >said && grep -q "<iframe srcdoc=" said && grep -q "^&lt;style&gt;" said && ! grep -q "href=.quot;style.css" said'
else
    is 'it shows a page with its style # SKIP no python3 here' true
fi
is 'it counts without a card' cell 'make lens'
