#!/bin/sh
# run.sh FOLDER [PATTERN]: runs web.mjs on a folder of pages and play.mjs on what `make play` has made, with the
# packages in build/web. A run in which nothing is asked has failed.
set -eu
command -v node >/dev/null 2>&1 && [ -e build/web/installed ] || {
    echo 'test-web: it takes node, chromium and some packages; `make setup test-web` installs them' >&2
    exit 2
}
cp tests/web/*.mjs build/web/
here=$PWD status=0 ran=0
cd build/web
for asks in web play; do
    code=0
    node $asks.mjs "$here/$1" "${2:-}" || code=$?
    case $code in
    0) ran=1 ;;
    4) [ -n "${2:-}" ] || status=1 ;; # none of its tests has such a name
    *) ran=1 status=1 ;;
    esac
done
[ $ran = 1 ] || {
    echo "test-web: no test is called '${2:-}'" >&2
    exit 2
}
exit $status
