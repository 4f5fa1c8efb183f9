#!/bin/sh
# The container has what the book, the lens and the tests take: it runs book/setup.sh itself.
. "$(dirname "$0")/lib/tap.sh"
cd "$(dirname "$0")/.." || exit 1
plan 4
run=$(sed -e ':a' -e '/\\$/{N' -e 'ba' -e '}' Dockerfile | tr -d '\\\n' | tr -s ' ')
is 'it installs by setup.sh' sh -c 'case $1 in *"COPY book/setup.sh /setup.sh"*"sh /setup.sh"*) ;; *) exit 1 ;; esac' sh "$run"
own=$(echo "$run" | grep -o -- '--no-install-recommends [a-z0-9 +-]*' | cut -d' ' -f2-)
is 'and names but what setup.sh cannot know' test "$(echo $own)" = make
is 'what is made and what is recorded by git stays out' sh -c 'grep -qx build .dockerignore && grep -qx .git .dockerignore'
is 'it ends as another user than root' test "$(grep '^USER' Dockerfile | tail -n 1)" = 'USER reader'
