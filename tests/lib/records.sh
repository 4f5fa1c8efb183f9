# records.sh: for tests in sh that ask book/records/records.lua. Source it, then, beside what tap.sh gives:
#
#   fixture            a fresh copy of tests/fixtures/records in a temporary folder that
#                      becomes the current one and goes at the end
#   answers NAME QUERY TEXT     one test: the query, as chapters write it, comes to TEXT
#   refuses NAME QUERY TEXT     one test: it is refused with a sentence that has TEXT
#   says NAME TEXT COMMAND…     one test: the command fails and says TEXT
#
# A query is `metric key=value …`; `where=reference` asks the reference, whatever card
# there is. A narrow no-break space is written as a plain one. DEVICE chooses the card.

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$root/tests/lib/tap.sh"
. "$root/tests/lib/at.sh"
unset DEVICE

for tool in pandoc gnuplot; do
    command -v "$tool" >/dev/null 2>&1 || {
        echo "1..0 # SKIP no $tool here; \`make setup\` installs it"
        exit 0
    }
done

fixture() {
    [ -z "$sandbox" ] || { cd / && rm -rf "$sandbox"; }
    sandbox=$(mktemp -d) || exit 1
    trap 'rm -rf "$sandbox"' EXIT
    trap 'exit 1' HUP INT TERM
    cp -R "$root/tests/fixtures/records/." "$sandbox"
    cd "$sandbox" || exit 1
    heard=$sandbox/.came
    mkdir plots
    cp "$root"/plots/style.gp "$root"/plots/clean.sed "$root"/plots/*.inc plots
}

ask() {
    QUERY=$1 ROOT=$root pandoc --lua-filter "$root/tests/lib/ask.lua" </dev/null 2>&1
}

compared() {                             # NAME TEXT COMMAND…: both are shown if it fails
    name=$1
    printf 'wanted: %s\ncame:   %s\n' "$2" "$came" >"$heard"
    shift 2
    is "$name" "$@"
    rm "$heard"
}

came_with() { case $came in "$1"*"$2"*) ;; *) return 1 ;; esac; }

answers() {
    came=$(ask "$2")
    compared "$1" "$3" test "$came" = "$3"
}

refuses() {
    came=$(ask "$2")
    compared "$1" "$3" came_with 'refused: ' "$3"
}

tables() { pandoc --lua-filter "$root/book/tables.lua" </dev/null; }

says() {
    name=$1 text=$2
    shift 2
    came=$("$@" 2>&1) && came="it succeeds"
    compared "$name" "$text" came_with '' "$text"
}

# draw FIGURE [1 for narrow]: the drawing as a page gets it, on stdout.
draw() {
    gnuplot -e "table='build/tables/$1.tsv'; name='$1'; narrow=${2:-0}" \
        plots/style.gp "plots/$1.gp" | sed -f plots/clean.sed
}
