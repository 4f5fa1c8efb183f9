#!/bin/sh
# The container has what doctor asks for: it runs book/setup.sh itself, which has a package for
# each tool of the book, of the lens and of the tests, or the system it begins from has the tool.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
plan 6
said=$(mktemp) heard=$said
trap 'rm -f "$said"' EXIT
run=$(sed -e ':a' -e '/\\$/{N' -e 'ba' -e '}' Dockerfile | tr -d '\\\n' | tr -s ' ')
is 'it installs by setup.sh' sh -c 'case $1 in *"COPY book/setup.sh /setup.sh"*"sh /setup.sh"*) ;; *) exit 1 ;; esac' sh "$run"
own=$(echo "$run" | grep -o -- '--no-install-recommends [a-z0-9 +-]*' | cut -d' ' -f2-)
is 'and names but what setup.sh cannot know' test "$(echo $own)" = make
# In every Debian, or brought by gcc.
system='make sha256sum flock addr2line'
wanted() { # DOCTOR SETUP: tools that doctor asks for and nothing brings
    awk '/^echo .To measure/ { skip = 1 } /^echo .To run the tests/ { skip = 0 } !skip && $1 == "tool" { print $2 }' "$1" | while read -r tool; do
        case " $system " in *" $tool "*) continue ;; esac
        sed -n "/^needs='/,/^'/p" "$2" | awk -v tool="$tool" '$1 == tool { found = 1 } END { exit !found }' || echo "$tool"
    done
}
wanted book/doctor.sh book/setup.sh >"$said"
isnt 'doctor asks for nothing else' test -s "$said"
grep -v '^gnuplot' book/setup.sh >"$said.setup"
is 'a tool without a package is found' test "$(wanted book/doctor.sh "$said.setup")" = gnuplot
rm -f "$said.setup"
is 'what is made and what is recorded by git stays out' sh -c 'grep -qx build .dockerignore && grep -qx .git .dockerignore'
is 'it ends as another user than root' test "$(grep '^USER' Dockerfile | tail -n 1)" = 'USER reader'
