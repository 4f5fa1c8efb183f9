#!/bin/sh
# setup.sh VERB…: installs what these verbs need beyond the book and this machine lacks.
# Debian and Ubuntu; elsewhere it says what to install. What test-web asks, it makes first.
set -eu
export LC_ALL=C.UTF-8

# verb, what is looked for (a command, or a path with stars), Debian package
needs='
epub zip                                    zip
epub rsvg-convert                           librsvg2-bin
site rsvg-convert                           librsvg2-bin
epub java                                   default-jre-headless
epub /usr/share/java/epubcheck.jar          epubcheck
pdf  chromium                               chromium
test-web node                               nodejs
test-web npm                                npm
play node                                   nodejs
play npm                                    npm
pdf  pdfinfo                                poppler-utils
pdf  qpdf                                   qpdf
pdf  /usr/share/fonts/truetype/charis/*     fonts-sil-charis
pdf  /usr/share/fonts/truetype/liberation*  fonts-liberation
pdf  /usr/share/fonts/truetype/dejavu/*Math* fonts-dejavu-extra
'
case " $* " in *" test-web "*) set -- "$@" epub pdf play ;; esac
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

# packages VERB FROM TO WHAT: those of FROM's list, pinned, into TO.
packages() {
    case " $verbs " in *" $1 "*) ;; *) return 0 ;; esac
    mkdir -p "$3"
    cmp -s "$2/package-lock.json" "$3/installed" || {
        cp "$2/package.json" "$2/package-lock.json" "$3"
        echo "setup: installing $4 into $3"
        npm ci --prefix "$3" --no-audit --no-fund --loglevel=error >/dev/null || {
            echo "setup: npm could not install them, as it says above; \`make setup $1\` tries again" >&2
            exit 1
        }
        cp "$2/package-lock.json" "$3/installed"
    }
}
verbs=$*
packages test-web tests/web build/web 'playwright-core, puppeteer-core, axe-core and vnu-jar'
packages play book/play build/npm 'an editor, a compiler and what binds them, 220 MB,'
