#!/bin/sh
# setup.sh VERB…: installs what these verbs need beyond the book and this machine lacks.
# Debian and Ubuntu; elsewhere it says what to install. What test-web asks, it makes first.
set -eu
export LC_ALL=C.UTF-8

# verb, what is looked for (a command, or a path with stars), Debian package
needs='
epub zip                                    zip
epub java                                   default-jre-headless
epub /usr/share/java/epubcheck.jar          epubcheck
pdf  chromium                               chromium
test-web node                               nodejs
test-web npm                                npm
pdf  pdfinfo                                poppler-utils
pdf  qpdf                                   qpdf
pdf  /usr/share/fonts/truetype/charis/*     fonts-sil-charis
pdf  /usr/share/fonts/truetype/liberation*  fonts-liberation
pdf  /usr/share/fonts/truetype/dejavu/*Math* fonts-dejavu-extra
'
case " $* " in *" test-web "*) set -- "$@" epub pdf ;; esac
missing=$(echo "$needs" | while read -r verb what package; do
    case " $* " in *" $verb "*) ;; *) continue ;; esac
    case $what in
    /*) ls $what >/dev/null 2>&1 || echo "$package" ;;
    *) command -v "$what" >/dev/null 2>&1 || echo "$package" ;;
    esac
done)
if [ -n "$missing" ]; then
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "setup: install these with your system's own tool, then go on:" $missing >&2
        exit 2
    fi
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    echo "setup: installing" $missing
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

# The packages that test-web uses, pinned, into build/web.
case " $* " in
*" test-web "*)
    mkdir -p build/web
    cmp -s tests/web/package-lock.json build/web/installed || {
        cp tests/web/package.json tests/web/package-lock.json build/web
        echo 'setup: installing playwright-core, axe-core and vnu-jar into build/web'
        npm ci --prefix build/web --no-audit --no-fund --loglevel=error >/dev/null || {
            echo 'setup: npm could not install them, as it says above; `make setup test-web` tries again' >&2
            exit 1
        }
        cp tests/web/package-lock.json build/web/installed
    }
    ;;
esac
