#!/bin/sh
# serve.sh FOLDER PORT: shows a folder at http://localhost:PORT until Ctrl-C, with
# whatever small server the machine has. The pages need none: a browser opens them as files. Only
# what runs kernels in them does: `make play` has put it beside the folder, and so it is served.
export LC_ALL=C.UTF-8
folder=$1 port=$2
[ ! -e "$folder/../play/manifest.json" ] || ln -sfn ../play "$folder/play"
if command -v busybox >/dev/null 2>&1 && busybox httpd --help >/dev/null 2>&1; then
    tells=nothing tries=1
    set -- busybox httpd -f -p "127.0.0.1:$port" -h "$folder"
elif command -v python3 >/dev/null 2>&1; then
    tells=Serving tries=30
    set -- python3 -u -m http.server --bind 127.0.0.1 --directory "$folder" "$port"
else
    echo "serve: no busybox and no python3 here; open $folder/index.html in a browser instead" >&2
    exit 2
fi
said=$(mktemp) || exit
"$@" >"$said" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; rm -f "$said"' EXIT
trap 'exit 130' INT TERM HUP
until grep -q "^$tells" "$said" || [ $tries = 0 ] || ! kill -0 $server 2>/dev/null; do
    sleep 1
    tries=$((tries - 1))
done
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
