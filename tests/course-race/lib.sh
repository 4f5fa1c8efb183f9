# lib.sh: for tests of the race. Source it; beside what tests/lib/course.sh gives:
#
#   made_up [FLAG…]   course/race.c with a card that is made up (tests/course-race/card.c), as
#                     $scratch/made-up
#   site LINE…        course/site.sh for the test, with a builder that gives everybody that card
#
# How long a kernel takes on it stands in the program itself: `// made up: YOURS=2.5 CACHED=1`; 2 ms
# if nothing does. With
# SLOWLY there the first race of the test takes half a minute, and the file $scratch/racing comes.
. "$(dirname "$0")/lib/course.sh"

made_up() {
    awk -f code/bench/columns.awk data/columns.tsv >"$scratch/columns.inc" || return
    set -- "$@" course/race.c tests/course-race/card.c
    for source in alone contest rounds sampler library plan options size stats progress complain measure record columns; do
        [ -e "code/bench/$source.c" ] || source=gpu/$source
        set -- "$@" "code/bench/$source.c"
    done
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -O1 -iquote code -iquote "$scratch" -Itests/lib "$@" -lm -o "$scratch/made-up"
}

site() {
    RACE_SITE=$scratch/site.sh
    export RACE_SITE
    {
        echo "RACE_BUILD='sh $scratch/build'"
        printf '%s\n' "$@"
    } >"$RACE_SITE"
    cat >"$scratch/build" <<END2
# UNIT VARIANT FILE BOX KEY: stands where course/race-compile.sh does, for there is no card here.
grep -q 'SLOWLY' "\$3" && [ ! -e $scratch/racing ] && : >$scratch/racing && sleep 30
{
    echo '#!/bin/sh'
    echo "exec env YOURS=2 \$(sed -n 's|^// made up: ||p' "\$3") $scratch/made-up \"\\\$@\""
} >"\$4/race"
chmod +x "\$4/race"
END2
}

races=build/course/race
forget() { # ID…: what the test left
    for who; do rm -rf "$races/$unit/$who"; done
}

# A submission of somebody: program NAME WHO MADE-UP
program() {
    { cat "$key/solution.cu"; echo "// made up: $3"; } >"$scratch/$1.cu"
    keep=$id id=$2
    hand_in "$1" <"$scratch/$1.cu"
    id=$keep
}

# The value of a key of what came of somebody's program.
result() { # WHO KEY
    sed -n "s/^$2: //p" "$races/$unit/$1/$(cat "$races/$unit/$1/latest")/result"
}
