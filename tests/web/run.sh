#!/bin/sh
# run.sh FOLDER [PATTERN]: runs web.mjs on a folder of pages, with the packages in build/web.
set -eu
command -v node >/dev/null 2>&1 && [ -e build/web/installed ] || {
    echo 'test-web: it takes node, chromium and three packages; `make setup test-web` installs them' >&2
    exit 2
}
cp tests/web/web.mjs build/web/
here=$PWD
cd build/web
exec node web.mjs "$here/$1" "${2:-}"
