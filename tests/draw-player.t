#!/bin/sh
# A drawing in steps keeps what stays the same once, shows its key steps where no script runs,
# and says each step in words.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 15
mkdir drawings
cat >drawings/alpha-steps.lua <<'END'
return function(d)
  d:text(0, 10, 'stays')
  for i = 1, 4 do
    d:step(('Step %d & no more.'):format(i), function() d:text(0, 40, 'moves ' .. i) end, {key = i == 1 or i == 3})
  end
  d:at(2, 4, function() d:rect(0, 60, 20, 20, {role = 'A'}) end)
end
END
printf '\n::: {.figure #fig:steps draw=alpha-steps}\nIt moves four times.\n:::\n' >>chapters/alpha.md
is 'a player' builds book
figure() { sed -n '/<figure id="fig:steps"/,/<\/figure>/p' build/book/alpha.html; }
count() { [ "$(figure | grep -o -e "$1" | wc -l)" -eq "$2" ]; }
is 'what stays is there once a width' count '>stays<' 2
is 'each step too' count '>moves 3<' 2
is 'the first is shown' count '<g data-step="1 1"><g' 2
is 'the others wait' count '<g data-step="[2-4] [2-4]" display="none">' 8
is 'the steps are said in words' count '<li>Step [1-4] &amp; no more.</li>' 4
is 'those that the script names stand side by side' count '<div class="key">' 2
is 'with their words, to be seen and heard' count '"Step 3 &amp; no more."\|<p>Step 3 &amp; no more.</p>' 2
is 'made of parts that are there' sh -c "
    sed -n '/<figure id=\"fig:steps\"/,/<.figure>/p' build/book/alpha.html >figure
    grep -o '<use href=\"#[^\"]*' figure | sed 's/.*#//' | sort -u >used
    [ -s used ] && while read -r id; do grep -q \"id=\\\"\$id\\\"\" figure || exit 1; done <used"
is 'a layer that begins later is in a key step after it' sh -c "grep -c . used | grep -qx 4"
is 'hatches stand outside of what is hidden in print' sh -c "sed -n '/<figure id=\"fig:steps\"/,/<div/p' build/book/alpha.html | tr -d '\\n' | grep -q '^<figure[^>]*><svg class=.hatches.'"
edit drawings/alpha-steps.lua 's/d:at(2, 4/d:at(2, 5/'
is 'a layer of a step that is not there is refused' refuses 'something is drawn at step 5, and there are 4' book
edit drawings/alpha-steps.lua 's/d:at(2, 5/d:at(2, 4/; s/key = i == 1 or/open = i > 2, &/'
is 'a player opens on one step' refuses 'steps 3 and 4 both say that the player opens on them' book
edit drawings/alpha-steps.lua 's/open = i > 2/open = i == 3/'
is 'which the page tells its script' sh -c "make book >said 2>&1 && grep -q '<ol class=\"steps\"[^>]* data-open=\"3\"' build/book/alpha.html"
edit drawings/alpha-steps.lua 's/for i = 1, 4/for i = 1, d.narrow and 4 or 5/'
is 'so are other steps at another width' refuses 'it has 5 steps at one width and 4 at another' book
