#!/bin/sh
# `make serve` shows the book, and says in one sentence that a port is taken.
. "$(dirname "$0")/lib/book.sh"
sandbox=$(mktemp -d) || exit 1
trap 'kill $first 2>/dev/null; rm -rf "$sandbox"' EXIT
cd "$sandbox" || exit 1
command -v busybox >/dev/null || command -v python3 >/dev/null || {
    echo '1..0 # SKIP no busybox and no python3 here'
    exit 0
}
mkdir folder && echo hello >folder/index.html
port=$((20000 + $$ % 20000))
plan 4
sh "$root/book/serve.sh" folder $port >first 2>&1 &
first=$!
for try in 1 2 3 4 5 6 7 8 9 10; do [ -s first ] || sleep 1; done
is 'says where' grep -q "^http://localhost:$port shows folder" first
sh "$root/book/serve.sh" folder $port >said 2>&1
is 'a taken port: exit 2' [ $? = 2 ]
is 'and one sentence' [ "$(wc -l <said)" -eq 1 ]
is 'that says so' grep -q "^serve: port $port is taken" said
