#!/bin/sh
# An expression computes with what the records say and can do nothing else.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 24
cp chapters/alpha.md whole.md
cat >right <<'END'
a metric with its defaults|gflops|500 GFLOP/s
of another kernel|gflops 'cublas'|50.0 TFLOP/s
of another chapter|gflops 'beta.fast'|5.00 TFLOP/s
at another size|gflops{n=256}|250 GFLOP/s
a ratio|gflops 'cublas' / gflops|100
powers before products, from the right|2*2^3^2 - -1|1025
the largest of a list|max(gflops{'cublas', 'slow'})|50.0 TFLOP/s
a list of two options|spread(gflops{'cublas', 'slow', n={256, 4096}})|200
a sum for each of several options|total(each({'cublas', 'slow'}, gflops / lo * 99))|200
lists member by member|min(gflops{n={256, 4096}} / lo{n={256, 4096}})|1.01
more, in per cent|more(gflops 'beta.fast', gflops)|900 %
words|device|Fixture card
END
cat >wrong <<'END'
a loop|1 while true do end|“1 while true do end” has “while” where it should end
a function of Lua|load('x')|calls load, which is no function
a method of a text|('x'):rep(9)|has “:”, which no expression has
depth without end|((((((((((((((((((((((((((((((((((((((((((((((((((((((1|is nested too deeply
nothing over nothing|0/0|“0/0” comes to no number
a number without end|9^9^9^9|“9^9^9^9” comes to no number
a sum of words|device + 1|computes with words
a list for a number|gflops{'cublas', 'slow'}|comes to 2 numbers; say max, min, spread or total
an option that nothing takes|gflops{kernels=1}|has the option kernels, which no metric takes
a bracket that is open|(1 + 2|ends where “)” should stand
two numbers|1 2|has “2” where it should end
nothing| |there is no expression here
END
sentences() { while IFS='|' read -r _ text _; do printf '\nIt is [%s]{.num}.\n' "$text"; done; }
{ cat whole.md; sentences <right; } >chapters/alpha.md
builds build/book/alpha.html
sed 's/<[^>]*>//g; s/\xe2\x80\xaf/ /g' build/book/alpha.html >page
while IFS='|' read -r name _ wanted; do is "$name" grep -qxF "It is $wanted." page; done <right
{ cat whole.md; sentences <wrong; } >chapters/alpha.md
make build/book/alpha.html >said 2>&1
while IFS='|' read -r name _ wanted; do is "$name is refused" grep -qF "$wanted" said; done <wrong
