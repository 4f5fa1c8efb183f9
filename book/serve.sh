#!/bin/sh
# serve.sh FOLDER PORT: shows a folder at http://localhost:PORT until Ctrl-C, with
# whatever small server the machine has. The pages need none: a browser opens them as files.
folder=$1 port=$2
if busybox httpd --help >/dev/null 2>&1; then
    set -- busybox httpd -f -p "127.0.0.1:$port" -h "$folder"
elif command -v python3 >/dev/null 2>&1; then
    set -- python3 -m http.server --bind 127.0.0.1 --directory "$folder" "$port"
else
    echo "serve: no busybox and no python3 here; open $folder/index.html in a browser instead" >&2
    exit 2
fi
said=$(mktemp) || exit
"$@" >/dev/null 2>"$said" &
server=$!
trap 'kill $server 2>/dev/null; rm -f "$said"' EXIT
trap 'exit 130' INT TERM HUP
sleep 1
if kill -0 $server 2>/dev/null; then
    echo "http://localhost:$port shows $folder; Ctrl-C ends it"
    wait $server
fi
if grep -qi 'in use' "$said"; then
    echo "serve: port $port is taken, by another \`make serve\` perhaps; make serve PORT=8001 takes another" >&2
else
    tail -n 1 "$said" >&2
fi
exit 2
