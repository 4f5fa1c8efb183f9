# tap.sh: what tests in sh say. Source it, then:
#
#   plan N             as TAP wants it
#   is NAME COMMAND…   one test: the command succeeds
#   isnt NAME COMMAND… one test: the command fails
#
# What the file $heard holds, ./said if nothing else, is shown when a test fails.

LC_ALL=C.UTF-8
export LC_ALL

tests=0

plan() { echo "1..$1"; }

is() {
    tests=$((tests + 1)) name=$1
    shift
    if "$@"; then echo "ok $tests - $name"; else
        echo "not ok $tests - $name"
        [ ! -s "${heard:-said}" ] || sed 's/^/# /' "${heard:-said}"
    fi
}

not() { ! "$@"; }

isnt() {
    name=$1
    shift
    is "$name" not "$@"
}
