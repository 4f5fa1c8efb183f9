#!/bin/sh
# run.sh FOLDER [PATTERN]: runs web.mjs on a folder of pages, and play.mjs where `make play` has made what it
# asks of, with the packages in build/web.
set -eu
command -v node >/dev/null 2>&1 && [ -e build/web/installed ] || {
    echo 'test-web: it takes node, chromium and three packages; `make setup test-web` installs them' >&2
    exit 2
}
cp tests/web/*.mjs build/web/
here=$PWD status=0
cd build/web
node web.mjs "$here/$1" "${2:-}" || status=1
if [ -e "$here/build/play/page.js" ]; then
    node play.mjs "$here/$1" "${2:-}" || status=1
else
    echo '# Run is not asked: `make setup play` makes what it takes'
fi
exit $status
