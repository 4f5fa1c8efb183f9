# book.sh: for tests in sh that make a small book. Source it, then, beside what tap.sh gives:
#
#   fixture            a fresh copy of tests/fixtures/book with the real binding, in a
#                      temporary folder that becomes the current one and goes at the end
#   nested             adds the nested tiles, which covers show, and the kernel that they are of
#   own_card           adds the records of the reader's own (made-up) card
#   builds GOAL…       make succeeds; what it said is in ./said
#   refuses TEXT GOAL… make fails and one line of what it says has the text
#
# Needs pandoc and gnuplot, which `make setup` installs; skips where they are missing.

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DEVICE C
. "$root/tests/lib/tap.sh"
. "$root/tests/lib/at.sh"

for tool in pandoc gnuplot make; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "1..0 # SKIP no $tool here; \`make setup\` installs it"
        exit 0
    }
done

fixture() {
    [ -z "${sandbox:-}" ] || rm -rf "$sandbox"
    sandbox=$(mktemp -d) || exit 1
    trap 'rm -rf "$sandbox"' EXIT
    trap 'exit 1' HUP INT TERM
    cd "$sandbox" || exit 1
    mkdir -p plots code/tools
    cp "$root/code/tools/writable.sh" code/tools
    cp -R "$root/book" .
    cp "$root"/plots/style.gp "$root"/plots/*.sed "$root"/plots/*.inc plots
    cp -R "$root/tests/fixtures/book/." .
    cp "$root/data/columns.tsv" data
}

nested() {
    mkdir -p drawings data/lens/tables
    cp "$root/drawings/nested.lua" drawings
    cp "$root/code/warptiling.cu" code
    cp "$root/data/lens/tables/warptiling.txt" data/lens/tables
}

own_card() { mkdir data/own-card && cp own/*.csv data/own-card; }

builds() { make "$@" >said 2>&1; }

refuses() {
    text=$1
    shift
    ! make "$@" >said 2>&1 && grep -qF -e "$text" said
}

# edit FILE SCRIPT: sed in place, the same everywhere.
edit() { sed "$2" "$1" >edited && cat edited >"$1" && rm edited; }
