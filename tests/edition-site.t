#!/bin/sh
# What a static host is given: addresses, a feed, a map, a page for what is not there; and
# what each page has for those who link to it and cite it.
. "$(dirname "$0")/lib/book.sh"
fixture
command -v xmllint >/dev/null 2>&1 || { echo '1..0 # SKIP no xmllint here; `make setup` installs it'; exit 0; }
cp "$root/CITATION.cff" .
nested
plan 24
command -v rsvg-convert >/dev/null 2>&1 || { echo '1..0 # SKIP no rsvg-convert here; `make setup test` installs it'; exit 0; }
is 'it wants to know where it will stand' refuses 'say where it will stand' site
isnt 'an address is an address' make site 'URL=https://x"><script>'
builds site URL=https://example.org/tiles/
page=build/site/alpha.html
is 'each page has its one address' grep -qF '<link rel="canonical" href="https://example.org/tiles/alpha.html" />' $page
is 'the first that of the folder' grep -qF 'href="https://example.org/tiles/"' build/site/index.html
is 'and a description' grep -qF '<meta property="og:description" content="The slow kernel, and why it is slow." />' $page
pictures() { # the pages whose picture is not there, has not the size, or is another page's
    for file in build/site/*.html; do
        stem=$(basename "$file" .html)
        [ "$stem" != 404 ] || continue
        grep -qF "<meta property=\"og:image\" content=\"https://example.org/tiles/posters/$stem.png\" />" "$file" || echo "$stem names none"
        size=$(od -An -tu1 -j16 -N8 "build/site/posters/$stem.png" 2>/dev/null | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }')
        [ "$size" = 1200x630 ] || echo "$stem: $size"
    done
    cksum build/site/posters/*.png | awk 'seen[$1]++ { print $3 " is as another" }'
}
is 'links to a page show a picture of its own, 1200 x 630' test -z "$(pictures)"
is 'the feed is XML' xmllint --noout build/site/feed.xml build/site/sitemap.xml
is 'and has the chapters' grep -qF '<link href="https://example.org/tiles/alpha.html"/>' build/site/feed.xml
is 'the map has every page' sh -c "for page in alpha beta opening lists terms bibliography; do grep -qF \"/tiles/\$page.html<\" build/site/sitemap.xml || exit 1; done"
is 'and the site every page of the book' test "$(cd build/book && ls -- *.html)" = "$(cd build/site && ls -- *.html)"
isnt 'the map has not the one for no page' grep -q 404 build/site/sitemap.xml
is 'whose links hold at any address' grep -qF '<base href="https://example.org/tiles/" />' build/site/404.html
is 'what pages load goes with them' sh -c "for file in style.css edition.css book.js search.js minisearch.js search-data.js favicon.svg; do [ -e build/site/\$file ] || exit 1; done"
isnt 'the book itself names no host' grep -rq example.org/tiles build/book
is 'its footer says which edition it is' grep -q 'Edition 20[0-9.]* of [0-9]* [A-Z][a-z]* 20[0-9]*\.</a> Code: ' build/book/alpha.html
is 'and how to cite it' sh -c "grep -q '@book{tiles' build/book/bibliography.html && grep -q 'bibliography.html#cite' build/book/alpha.html"
is 'figures, tables and exercises link to themselves' sh -c "for id in fig:alpha-sizes tbl:alpha ex:guess lst:slow; do grep -q \"class=\\\"anchor\\\" href=\\\"#\$id\\\"\" build/book/alpha.html || exit 1; done"
is 'each has an icon' grep -q 'rel="icon" href="favicon.svg"' build/book/alpha.html
cp "$page" first.html
builds site URL=https://example.org/tiles/
is 'the same book makes the same site' cmp -s first.html $page
if command -v git >/dev/null 2>&1; then
    git init -q . && git -c user.name=n -c user.email=e@e.e commit -q --allow-empty -m first
    builds site URL=https://example.org/tiles/
    is 'its footer names the commit, if there is one' grep -q "Edition 20[0-9.]* of [^.]* 20[0-9]*, commit $(git rev-parse --short HEAD)\.</a> Code: " $page
else
    is 'its footer names the commit # SKIP no git here' true
fi
printf '\n//> omit\nconst struct kernel kernels[] = {\n};\n//< omit\n' >>code/alpha.cu
builds site URL=https://example.org/tiles/
isnt 'without what runs kernels no listing runs' grep -q data-run build/site/alpha.html
mkdir build/play && echo '{}' >build/play/manifest.json && cp "$root/book/play/sw.js" build/play
builds site URL=https://example.org/tiles/
is 'with it they do' grep -q 'data-run="alpha"' build/site/alpha.html
is 'it goes with the pages' test -e build/site/play/manifest.json
is 'and what keeps it, by its version' grep -q "^const VERSION = '[0-9][0-9]*'" build/site/sw.js
