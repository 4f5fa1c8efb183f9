# lens.sh: for tests of the lens. Source it, then, beside what unit.sh gives:
#
#   lens PROGRAM…   builds these below build/lens, one test at a time, or gives up
. "$(dirname "$0")/lib/unit.sh"

lens() {
    for program; do
        locked lens make -s "build/lens/$program" >&2 ||
            { echo "Bail out! build/lens/$program does not build"; exit 1; }
    done
}
