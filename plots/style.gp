# style.gp: the one style of every figure. A figure is drawn twice, wide and narrow:
#
#   gnuplot -e "table='build/tables/X.tsv'; name='X'; narrow=0" plots/style.gp plots/X.gp \
#     | sed -f plots/clean.sed > build/figures/X.svg
#
# run in the root, narrow=1 for X-narrow.svg. A figure is redrawn when its table, its
# script, this file, plots/clean.sed or a plots/*.inc changes.
#
# The colours below are names: clean.sed turns each into a custom property of the page,
# so that a drawn figure follows light and dark. What they stand for, in every figure:
#   c1   the kernel that the figure is about        circles, solid
#   c2   a limit: the library, a ceiling, a roof    squares, dashed
#   c3   the alternative held against it            triangles, dots
#   c4   another card's, another source's           diamonds
#   soft what is there for comparison; axes         ink, grid, paper: text, rules, page
# Colour never stands alone: shape, dash and a label at the line say the same.

c1 = '#0072b2'; c2 = '#d55e00'; c3 = '#009e73'; c4 = '#cc79a7'
ink = '#000000'; soft = '#767676'; grid = '#cccccc'; paper = '#fffffe'

# Sizes are CSS pixels: a wide figure is shown at about 0.95, a narrow one at about 1.
width = narrow ? 360 : 720
canvas(high, high_narrow) = sprintf("set terminal svg size %d,%d dynamic enhanced font 'sans-serif,14'", \
  width, narrow ? high_narrow : high)
eval canvas(360, 400)
set encoding utf8

set style line 1 lc rgb c1 lw 2 dt solid pt 7 ps 0.7
set style line 2 lc rgb c2 lw 1.6 dt (8,4) pt 5 ps 0.55
set style line 3 lc rgb c3 lw 1.8 dt (2,3) pt 9 ps 0.75
set style line 4 lc rgb c4 lw 1.8 dt (10,3,2,3) pt 13 ps 0.8
set style line 5 lc rgb soft lw 1.4 dt solid pt 7 ps 0.5
colour(i) = word(c1.' '.c2.' '.c3.' '.c4.' '.soft, i)

set border 0
set grid ytics lt 1 lc rgb grid lw 1 dt solid
set tics nomirror scale 0 textcolor rgb ink
set format '%g'
set key off
set style fill solid noborder
set datafile separator tab
set datafile missing NaN
set datafile columnheaders

# 12345 -> 12 345, as the text of the book does.
grouped(x) = x < 9999.5 ? sprintf('%.0f', x) : sprintf('%.0f %03.0f', floor(x / 1000), x - 1000 * floor(x / 1000))

# Three significant digits: 0.53, 6.27, 51.4, 528.
short(x) = sprintf(x < 0.0995 ? '%.3f' : x < 9.995 ? '%.2f' : x < 99.95 ? '%.1f' : '%.0f', x)
percent(x) = sprintf(x < 9.95 ? '%.1f %%' : '%.0f %%', x)

# GFLOP/s over the size on log scales is the figure that many chapters need: sizes.inc.
# The roofline is roofline.inc, the picture of a warp's accesses access.inc, a heat map
# heat.inc, errors over K on log scales errors.inc.
