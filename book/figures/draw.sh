#!/bin/sh
# draw.sh NAME[:ARGUMENT]...: drawings by themselves, in a second: build/drawings/NAME.html
# shows each at all widths, light and dark, and, where chromium is, NAME.png is what it looks like.
set -eu
export LC_ALL=C.UTF-8
for drawing; do
    page=$(DRAWING=$drawing ${PANDOC:-pandoc} --from markdown --to html5 --lua-filter book/figures/preview.lua -o /dev/null /dev/null)
    echo "$page"
    command -v chromium >/dev/null 2>&1 || continue
    picture=${page%.html}.png
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=960,2600 \
        --screenshot="$picture" "$page" >/dev/null 2>&1
    echo "$picture"
done
