#!/bin/sh
# pictures.sh: makes the pictures of README.md from the built book, light and dark:
# the ladder, and a page as a browser shows it, which takes chromium (PART=ladder: without it).
set -eu
export LC_ALL=C.UTF-8
to=book/edition/pictures
mkdir -p $to
make -s build/figures/ladder.svg

# A chart takes its colours from the page around it; by itself it brings them.
ladder() { # NAME PAPER INK COLOURS
    sed "1s|<svg |<svg style=\"font-size:14px;color:$3;--paper:$2;$4\" |" build/figures/ladder.svg >"$to/ladder-$1.svg"
}
colour() { sed -n "/^:root$1 {/,/^}/s/.*\(--$2: *#[0-9a-f]*\).*/\1/p" book/style.css | tr -d ' '; }
for theme in light dark; do
    case $theme in light) root= ;; dark) root='\[data-theme=dark\]' ;; esac
    set --
    for name in paper ink c1 c2 soft grid; do set -- "$@" "$(colour "$root" $name)"; done
    ladder $theme "${1#*:}" "${2#*:}" "$3;$4;$5;$6"
done
[ "${PART:-}" != ladder ] || exit 0

for chromium in "${CHROMIUM:-chromium}" chromium-browser google-chrome ''; do
    [ -z "$chromium" ] || ! command -v "$chromium" >/dev/null 2>&1 || break
done
[ -n "$chromium" ] || { echo 'pictures: a page takes chromium; the ladder is made' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder" build/book/.picture.html' EXIT
for theme in light dark; do
    # What comes before the kernel, its drawing and its listing is left out.
    sed "s/<html /<html data-theme=\"$theme\" /
        /<main/,/<h2 id=\"the-kernel\"/{/<main\|<article\|<h1\|<h2/!d}" build/book/tiling.html >build/book/.picture.html
    "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$folder" --hide-scrollbars --window-size=1100,690 \
        --screenshot="$to/page-$theme.png" build/book/.picture.html >/dev/null 2>&1
done
