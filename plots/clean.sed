# clean.sed: makes gnuplot's SVG fit to stand inside a page. What it does:
# no prolog, titles, ids or definitions, so that two figures on a page cannot collide;
# marks drawn in place; one <text> a label; colours that follow the page; one decimal.
# The page may define --c1 to --c4, --soft, --grid and --paper; what stands after the
# comma is the light theme. Ink is currentColor.

# One decimal is a tenth of a pixel. Text keeps its own, and an opacity its two.
s/fill-opacity *= *'0\(\.[0-9]*[1-9]\)0*'/fill-opacity='\1'/g
/<text/!{
s/\([0-9]\.[0-9]\)[0-9][0-9]*/\1/g
s/\([0-9]\)\.0\([^0-9]\)/\1\2/g
}
s/^[ 	]*//
s/[ 	]*$//

# The rest works on the whole file at once.
H
$!d
x
s/\n\n*/ /g

s/<?xml[^>]*> *//
s/<title>[^<]*<\/title>//g
s/<desc>[^<]*<\/desc>//g
s/<defs>.*<\/defs>//
s/ id="[^"]*"//g
s/ class="gridline"//g
s/ xmlns:xlink="[^"]*"//
s/<rect x="0" y="0" width="[0-9]*" height="[0-9]*" fill="none"\/>//
s/ stroke-linecap="butt"//g
s/ stroke-linejoin="miter"//g
s/ shape-rendering='crispEdges'//g
s/<svg /<svg class="chart" font-family="system-ui,sans-serif" font-size="14" /

s/xlink:href/href/g
# Marks, open and filled: 3 and 4 a square, 5 and 6 a circle, 7 and 8 a triangle, 11 and
# 12 a diamond.
s/<use href='#gpPt3' \(transform='[^']*'\) color='\([^']*\)'\/>/<rect x='-1' y='-1' width='2' height='2' \1 fill='rgb(255,255,254)' stroke='\2' stroke-width='.4'\/>/g
s/<use href='#gpPt7' \(transform='[^']*'\) color='\([^']*\)'\/>/<path d='M0-1.3-1.3.7H1.3z' \1 fill='rgb(255,255,254)' stroke='\2' stroke-width='.4'\/>/g
s/<use href='#gpPt11' \(transform='[^']*'\) color='\([^']*\)'\/>/<path d='M0-1.4-1.4 0 0 1.4 1.4 0z' \1 fill='rgb(255,255,254)' stroke='\2' stroke-width='.4'\/>/g
s/<use href='#gpPt4' \(transform='[^']*'\) color='\([^']*\)'\/>/<rect x='-1' y='-1' width='2' height='2' \1 fill='\2' stroke='none'\/>/g
s/<use href='#gpPt5' \(transform='[^']*'\) color='\([^']*\)'\/>/<circle r='1' \1 fill='rgb(255,255,254)' stroke='\2' stroke-width='.4'\/>/g
s/<use href='#gpPt6' \(transform='[^']*'\) color='\([^']*\)'\/>/<circle r='1' \1 fill='\2' stroke='none'\/>/g
s/<use href='#gpPt8' \(transform='[^']*'\) color='\([^']*\)'\/>/<path d='M0-1.3-1.3.7H1.3z' \1 fill='\2' stroke='none'\/>/g
s/<use href='#gpPt12' \(transform='[^']*'\) color='\([^']*\)'\/>/<path d='M0-1.4-1.4 0 0 1.4 1.4 0z' \1 fill='\2' stroke='none'\/>/g

# Upright rectangles, as in bars and heat maps; those painted alike become one path.
s/<polygon fill *= *'\([^']*\)' \(fill-opacity='[^']*'\) *points *= *'\([0-9.]*\),\([0-9.]*\) \([0-9.]*\),\4 \5,\([0-9.]*\) \3,\6 *'\/>/<path d='M\3,\4H\5V\6H\3z' fill='\1' \2\/>/g
:alike
s/<path d='\([^']*\)' \(fill='[^']*' fill-opacity='[^']*'\)\/> *<path d='\([^']*\)' \2\/>/<path d='\1\3' \2\/>/g
t alike

# Labels. A boxed one gets a rim of paper instead of a box.
s/ *font-family="sans-serif" */ /g
s/<g transform="\([^"]*\)" stroke="none" fill="\([^"]*\)" font-size="\([^"]*\)" *text-anchor="\([^"]*\)" style='filter:url(#[a-z]*)'> *<text[^>]*>/<text transform="\1" stroke="rgb(255,255,254)" stroke-width="4" paint-order="stroke" fill="\2" font-size="\3" text-anchor="\4">/g
s/<g transform="\([^"]*\)" stroke="none" fill="\([^"]*\)" font-size="\([^"]*\)" *text-anchor="\([^"]*\)"> *<text[^>]*>/<text transform="\1" stroke="none" fill="\2" font-size="\3" text-anchor="\4">/g
s/<\/text> *<\/g>/<\/text>/g
s/<tspan *>\([^<]*\)<\/tspan>/\1/g
s/ font-size="14"//g
s/ text-anchor="start"//g

# Colours.
s/rgb( *0, *114, *178)/var(--c1,#0072b2)/g
s/rgb( *213, *94, *0)/var(--c2,#b84a00)/g
s/rgb( *0, *158, *115)/var(--c3,#00795a)/g
s/rgb( *204, *121, *167)/var(--c4,#9d4d7c)/g
s/rgb( *118, *118, *118)/var(--soft,#5c6068)/g
s/rgb( *204, *204, *204)/var(--grid,#dedbd2)/g
s/rgb( *255, *255, *254)/var(--paper,#fdfcf8)/g
s/rgb( *0, *0, *0)/currentColor/g
s/="black"/="currentColor"/g
s/='black'/='currentColor'/g

# Strokes that go nowhere, groups that hold nothing, space between elements.
s/<path [^>]*d='M[^L']*'\/>//g
s/ *'\/>/'\/>/g
s/> *</></g
:empty
s/<g[^>]*><\/g>//g
s/<text[^>]*><\/text>//g
t empty

s/> */>/g
s/ \([a-z-]*\) = '/ \1='/g
s/  */ /g

# A label needs no group around it: the root's ink is its ink.
s/<g fill="none" color="currentColor" stroke="currentColor" stroke-width="[0-9.]*">[ 	]*\(<text[^>]*>[^<]*<\/text>\)[ 	]*<\/g>/\1/g
