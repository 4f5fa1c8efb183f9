#!/bin/sh
# serve.sh FOLDER PORT: shows a folder at http://localhost:PORT until Ctrl-C, with
# whatever small server the machine has. The pages need none: a browser opens them as files.
folder=$1 port=$2
echo "http://localhost:$port shows $folder; Ctrl-C ends it"
if busybox httpd --help >/dev/null 2>&1; then
    exec busybox httpd -f -p "127.0.0.1:$port" -h "$folder"
elif command -v python3 >/dev/null 2>&1; then
    exec python3 -m http.server --bind 127.0.0.1 --directory "$folder" "$port"
fi
echo "serve: no busybox and no python3 here; open $folder/index.html in a browser instead" >&2
exit 2
