#!/bin/sh
# What cannot be read is not drawn: a label outside of the sheet, under 11 px or over another
# stops the build and says where; so does a shape that leaves the sheet.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 10
mkdir drawings
printf '\n::: {.figure #fig:sheet draw=alpha-sheet}\nA sheet of paper.\n:::\n' >>chapters/alpha.md
draws() { printf 'local draw = ...\nreturn function(d, arg)\n%s\nend\n' "$1" >drawings/alpha-sheet.lua; }
fails() { # LINES WHAT
    draws "$1"
    refuses "drawings/alpha-sheet.lua:3: $2" book
}
draws "d:text(0, 10, 'within') d:rect(0, 20, d.width, 10, {role = 'A'})"
is 'what fits is drawn' builds book
is 'a label beyond the edge is refused' fails "d:text(d.width - 10, 10, 'too far')" 'the label “too far” leaves the sheet at width 680'
is 'so is one that is too long for a phone' fails "d:text(0, 10, ('word '):rep(12))" 'the label “word word'
is 'at that width' grep -q 'at width 350' said
is 'so is one above the sheet' fails "d:text(0, -10, 'high')" 'the label “high” leaves the sheet'
is 'so are two in one place' fails "d:text(0, 10, 'one') d:text(10, 14, 'two')" 'the labels “one” and “two” overlap at width 680'
draws "d:step('First.', function() d:text(0, 10, 'one') end) d:step('Second.', function() d:text(0, 10, 'two') end)"
is 'unless one is seen after the other' builds book
is 'small type is refused' fails "d:text(0, 10, 'small', {size = 9})" 'the label “small” is 9 px, and 11 are the least'
is 'so is a shape that leaves the sheet' fails "d:rect(10, 0, d.width, 10)" 'a shape leaves the sheet at width 680'
is 'and a role that nobody has' fails "d:rect(0, 0, 10, 10, {role = 'D'})" 'there is no role D'
