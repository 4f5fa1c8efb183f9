#!/bin/sh
# A drawing loses bytes on its way into a page, and nothing else: marks stay where they
# are, as large and as coloured as they were, and labels keep place, colour and rim.
. "$(dirname "$0")/lib/records.sh"
fixture
plan 8
cat >ask.lua <<'END'
package.path = os.getenv 'ROOT' .. '/book/?.lua;' .. package.path
io.write((require('figures.chart').load(os.getenv 'DRAWING', 'wide') or 'no drawing'):match '>(.*)</svg>' or 'no drawing', '\n')
os.exit(0)
END
lean() {                                 # MARK-UP: what a page gets
    printf '<svg viewBox="0 0 9 9">%s</svg>\n' "$1" >drawing.svg
    ROOT=$root DRAWING=drawing.svg pandoc --lua-filter ask.lua </dev/null 2>&1
}
becomes() {                              # NAME MARK-UP WANTED
    came=$(lean "$2")
    compared "$1" "$3" test "$came" = "$3"
}
disc() { printf "<circle r='1' transform='translate(%s) scale(2.5)' fill='%s' stroke='none'/>" "$1" "$2"; }
square() { printf "<rect x='-1' y='-1' width='2' height='2' transform='translate(%s) scale(2)' fill='red' stroke='none'/>" "$1"; }
ring() { printf "<circle r='1' transform='translate(%s) scale(2)' fill='blue' stroke='red' stroke-width='.4'/>" "$1"; }
label() { printf '<text transform="translate(%s)" stroke="none" fill="currentColor" text-anchor="%s">%s</text>' "$1" "$2" "$3"; }

becomes 'a disc stays where it is, as large as it was' "$(disc 3,4 red)" '<circle cx="3" cy="4" fill="red" r="2.5" stroke="none"/>'
becomes 'a square too' "$(square 3,4)" '<rect fill="red" height="2" stroke="none" transform="translate(3,4) scale(2)" width="2" x="-1" y="-1"/>'
becomes 'rings stay rings' "$(ring 3,4)" '<circle cx="3" cy="4" fill="blue" r="2" stroke="red" stroke-width=".8"/>'
becomes 'many labels share their anchor' "$(label 1,2 middle a)$(label 3,4 middle b)$(label 5,6 middle c)$(label 7,8 end d)" \
    '<g text-anchor="middle"><text x="1" y="2">a</text><text x="3" y="4">b</text><text x="5" y="6">c</text></g><text text-anchor="end" x="7" y="8">d</text>'
becomes 'a rim of any colour stays' '<text transform="translate(1,2)" stroke="rgb(255,255,254)" stroke-width="4" paint-order="stroke" fill="red">a</text>' \
    '<text fill="red" paint-order="stroke" stroke="rgb(255,255,254)" stroke-width="4" x="1" y="2">a</text>'
becomes 'one of paper is a class' '<text transform="translate(1,2)" stroke="var(--paper,#fdfcf8)" stroke-width="4" paint-order="stroke" fill="red">a</text>' \
    '<text class="rim" fill="red" x="1" y="2">a</text>'
becomes 'words inside a label keep their style' '<text transform="translate(1,2)"><tspan font-weight="bold">a</tspan> b</text>' \
    '<text x="1" y="2"><tspan font-weight="bold">a</tspan> b</text>'
is 'which the style sheet draws' grep -q '^\.drawing text\.rim { stroke: var(--paper); stroke-width: 4; paint-order: stroke; }' "$root/book/style.css"
