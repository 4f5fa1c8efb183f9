# records.sh: for tests in sh that ask book/records/records.lua. Source it, then:
#
#   fixture            a fresh copy of tests/fixtures/records in a temporary folder that
#                      becomes the current one and goes at the end
#   plan N             as TAP wants it
#   answers NAME QUERY TEXT     one test: the query, as chapters write it, comes to TEXT
#   refuses NAME QUERY TEXT     one test: it is refused with a sentence that has TEXT
#   draws NAME FIGURE           one test: the figure's table is written
#   says NAME TEXT COMMAND…     one test: the command fails and says TEXT
#   ok NAME COMMAND…            one test: the command succeeds
#
# A query is `metric key=value …`; `where=reference` asks the reference, whatever card
# there is. A narrow no-break space is written as a plain one. DEVICE chooses the card.

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
. "$root/tests/lib/at.sh"
unset DEVICE
tests=0

for tool in pandoc gnuplot; do
	command -v "$tool" >/dev/null 2>&1 || {
		echo "1..0 # SKIP no $tool here; \`make setup\` installs it"
		exit 0
	}
done

plan() { echo "1..$1"; }

result() {                               # STATUS NAME WHAT-CAME
	tests=$((tests + 1))
	if [ "$1" = 0 ]; then echo "ok $tests - $2"; else
		echo "not ok $tests - $2"
		printf '%s\n' "$3" | sed 's/^/# /'
	fi
}

ok() {
	name=$1
	shift
	came=$("$@" 2>&1)
	result $? "$name" "$came"
}

fixture() {
	[ -z "$sandbox" ] || { cd / && rm -rf "$sandbox"; }
	sandbox=$(mktemp -d) || exit 1
	trap 'rm -rf "$sandbox"' EXIT
	trap 'exit 1' HUP INT TERM
	cp -R "$root/tests/fixtures/records/." "$sandbox"
	cd "$sandbox" || exit 1
	mkdir plots
	cp "$root"/plots/style.gp "$root"/plots/clean.sed "$root"/plots/*.inc plots
}

ask() {
	QUERY=$1 ROOT=$root pandoc --lua-filter "$root/tests/lib/ask.lua" </dev/null 2>&1
}

answers() {
	came=$(ask "$2")
	[ "$came" = "$3" ]
	result $? "$1" "wanted: $3
came:   $came"
}

refuses() {
	came=$(ask "$2")
	case $came in "refused: "*"$3"*) true ;; *) false ;; esac
	result $? "$1" "wanted: $3
came:   $came"
}

tables() { pandoc --lua-filter "$root/book/tables.lua" </dev/null; }

says() {
	name=$1 text=$2
	shift 2
	came=$("$@" 2>&1) && came="it succeeded: $came"
	case $came in *"$text"*) true ;; *) false ;; esac
	result $? "$name" "wanted: $text
came:   $came"
}

# draw FIGURE [1 for narrow]: the drawing as a page gets it, on stdout.
draw() {
	gnuplot -e "table='build/tables/$1.tsv'; name='$1'; narrow=${2:-0}" \
		plots/style.gp "plots/$1.gp" | sed -f plots/clean.sed
}
