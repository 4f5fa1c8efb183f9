# tap.sh - what the tests of the lens share. Each runs from any folder.
cd "$(dirname "$0")/.." || exit 1
count=0

plan() {
    echo "1..$1"
}

# is NAME COMMAND...: passes when the command succeeds.
is() {
    name=$1
    shift
    count=$((count + 1))
    if "$@"; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
    fi
}

# lens PROGRAM...: builds programs under build/lens, one test at a time, as the
# Makefile's `locked`, or gives up.
mkdir -p build
waits=$(command -v flock >/dev/null && echo flock build/.lens.lock)
lens() {
    for program; do
        $waits ${MAKE:-make} -s "build/lens/$program" >&2 ||
            { echo "Bail out! build/lens/$program does not build"; exit 1; }
    done
}

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
