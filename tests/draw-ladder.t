#!/bin/sh
# A drawing of the ladder shows the card that the book shows, and says so.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 5
mkdir drawings
cat >drawings/alpha-cover.lua <<'END'
local draw = ...
return function(d)
  for i, chapter in ipairs(draw.chapters()) do
    if chapter.share then d:text(0, 20 * i, chapter.short .. ' ' .. chapter.share) end
  end
end
END
printf '\n::: {.figure #fig:cover draw=alpha-cover}\nThe ladder of this book.\n:::\n' >>chapters/index.md
page=build/book/index.html
builds book
is 'a share is the one of the sidebar' grep -q '>Beta 10</text>' $page
is 'of the reference, where there is no other card' grep -q 'Drawn by drawings/alpha-cover.lua. The shares are those of the ladder on Fixture card' $page
edit data/nvidia-h200/beta.csv 's/,50000,49500,50500,12,1,/,4000,3960,4040,12,1,/; s/^\(fast,4096.*,12,\)0.1,0.1,0.1/\10.25,0.25,0.25/'
builds book
is 'another record is another drawing' grep -q '>Beta 25</text>' $page
own_card
is 'with a card of the reader' builds DEVICE=own-card book
is 'it is of that card' grep -q 'shares are those of the ladder on Own fixture card' $page
