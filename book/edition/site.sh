#!/bin/sh
# site.sh PANDOC URL: lays out build/site, the book as a static host wants it. What has been
# made to carry away (make page epub pdf slides) goes with it, and what runs kernels in the pages (make play);
# without that, listings have no Run. Links to a page show a picture of its own, where rsvg-convert is.
set -eu
export LC_ALL=C.UTF-8
pandoc=$1 url=$2
[ -n "$url" ] || { echo 'site: say where it will stand, as in make site URL=https://example.org/tiles' >&2; exit 2; }

rm -rf build/site
mkdir -p build/site
for file in build/book/*; do
    case $file in *.html | */play) ;; *) cp "$file" build/site ;; esac
done
if [ -e build/play/manifest.json ]; then
    cp -R build/play build/site/play
    rm build/site/play/sw.js
    version=$(find build/play -type f | sort | xargs cksum | cksum)
    sed "s/@version@/${version%% *}/" build/play/sw.js >build/site/sw.js
fi
for file in build/tiles.html build/tiles.epub build/tiles.pdf; do
    [ ! -e "$file" ] || cp "$file" build/site
done
if [ -d build/slides ]; then
    mkdir build/site/slides
    for deck in build/slides/*.html; do
        case $deck in */unit-*) continue ;; esac # sessions with their answers
        sed 's|="\.\./book/|="../|g' "$deck" >"build/site/slides/${deck##*/}"
    done
fi
if command -v rsvg-convert >/dev/null 2>&1; then
    rm -rf build/edition/posters
    mkdir build/edition/posters build/site/posters
    "$pandoc" --from markdown --to html5 --lua-filter book/edition/posters.lua -o /dev/null /dev/null
    for poster in build/edition/posters/*.svg; do
        name=${poster##*/}
        rsvg-convert -o "build/site/posters/${name%.svg}.png" "$poster"
    done
else
    echo 'site: links to it show no picture; `make setup site` installs what draws them' >&2
fi
URL=$url COMMIT=$(git rev-parse --short HEAD 2>/dev/null || true) \
    "$pandoc" --from markdown --to html5 --lua-filter book/edition/site.lua -o /dev/null /dev/null

# The course's pages that may be seen by all.
[ -d build/open ] || exit 0
mkdir build/site/course
for page in build/open/*.html; do sed 's|="\.\./book/|="../|g' "$page" >"build/site/course/${page##*/}"; done
pages='<ul><li><a href="SESSIONS.html">Sessions, minute by minute</a></li><li><a href="PLATFORMS.html">Where it runs</a></li><li><a href="GUIDE.html">For the lecturer</a></li><li><a href="RACE.html">The race</a></li></ul>'
sed "s|</main>|$pages</main>|" build/site/course/SYLLABUS.html >build/site/course/index.html
sed 's|<code>course/</code>|<a href="course/index.html">the course</a>|' build/site/index.html >build/site/index.new && mv build/site/index.new build/site/index.html
for page in index SYLLABUS SESSIONS PLATFORMS GUIDE RACE; do
    [ "$page" = SYLLABUS ] || echo "<url><loc>${url%/}/course/$page.html</loc></url>"
done >build/edition/course.map
awk '/<\/urlset>/ { while ((getline line <"build/edition/course.map") > 0) print line } { print }' build/site/sitemap.xml >build/site/sitemap.new && mv build/site/sitemap.new build/site/sitemap.xml
