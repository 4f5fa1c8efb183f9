#!/bin/sh
# A chapter's facts and sets stand in a file of its own, print nothing, and are there for
# something; what is wrong with one names its line.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 26
cp chapters/beta.md whole.md
with() {                                 # SENTENCE LINE…: a chapter that says so, and its facts
	{ cat whole.md && printf '\n%s\n' "$1"; } >chapters/beta.md
	shift
	printf '%s\n' "$@" >chapters/beta.facts
}
page() { builds build/book/beta.html; }
says() { refuses "$1" build/book/beta.html; }

with 'It is [ten times]{.ratio}, or [gain]{.num}.' '# Who is faster' \
	"ratio = gflops /" "  gflops{of='alpha'}, min=9, max=11" '' 'gain = (ratio - 1) * 100, digits=2, unit=%'
is 'facts of two lines, and facts of facts' page
is 'are said' grep -q 'or .*900.%' build/book/beta.html
is 'and print nothing' not grep -q 'ratio' build/book/beta.html
sleep 1
edit chapters/beta.facts 's/digits=2/digits=4/'
is 'a fact that changes' page
is 'makes its page anew' grep -q 'or .*900.0.%' build/book/beta.html

with 'It is [ten times]{.ratio}.' "ratio = gflops{'fast', 'cublas'} / gflops{of='alpha'}, min=9, max=11"
is 'a claim about a list is one about each' says 'the claim “ten times” wants between 9 and 11, but on Fixture card it is 100'
with 'It is [ten times]{.ratio}.' "ratio = gflops / gflops{of='alpha'}"
is 'a claim that claims nothing' says 'chapters/beta.facts:1: a claim needs min= or max='
with 'It is [ten times]{.other}.' '' "ratio = gflops, min=1"
is 'a fact that is not there' says 'the book has no span of class “other”'
is 'and one that nothing says' grep -qx 'chapters/beta.facts:2: nothing says the fact ratio' said
with 'It is [a]{.num}.' 'a = b' 'b = a'
is 'a fact made of itself' says 'chapters/beta.facts:1: the fact a is made of itself'
with 'It is [a]{.num}.' 'a = 1' '' 'a = 2'
is 'a fact twice' says 'chapters/beta.facts:3: the name a is there already'
with 'It is [a]{.num}.' 'a = 1' 'and so on'
is 'a line that is no fact' says 'chapters/beta.facts:2: a line reads `name = expression`'
with 'It is [a]{.num}, a [card]{.term}.' 'a = 1' 'term = 2, min=1'
is 'a fact with the name of a kind of span' says 'chapters/beta.facts:2: term is a kind of span'
with 'It is [a]{.num}.' '# Speed' "a = gflops 'fast'" '  + nonsense'
is 'a fact that asks for what is not there' says 'chapters/beta.facts:2: '
with 'It is [a]{.num}.' 'a = (1'
is 'a fact that cannot be read' says 'chapters/beta.facts:1: “(1” ends where “)” should stand'

with 'They are [alike]{.alike}, [gflops{both, n=sizes} / gflops{all, n=sizes}]{.num}.' 'set both = '"'fast'" \
	"set all = both," "  'cublas'" 'set sizes = 256, 4096' 'alike = spread(gflops all), max=11'
is 'a set stands for its members' says 'takes a list of 2 and one of 4 together'
with 'They are [alike]{.alike}.' "set all = 'fast'" 'alike = gflops{all, n=4096} - gflops all, min=0, max=0'
is 'with other options, and by itself' page
with 'It is [a]{.num}.' 'a = max(gflops none)'
is 'a set that is not there' says 'chapters/beta.facts:1: “max(gflops none)” has “none” where “)” should stand'
with 'It is [a]{.num}.' 'a = gflops{none}'
is 'nor in braces' says 'neither a number nor in quotes nor a set'
with 'It is [a]{.num}.' 'a = 1' "set idle = 'fast'"
is 'a set that nothing uses' says 'chapters/beta.facts:2: nothing uses the set idle'
with 'It is [a]{.num}.' 'a = 1' "set odd = 'fast' 'slow'"
is 'a set that cannot be read' says 'chapters/beta.facts:2: '
with 'It is [a]{.num}.' 'set a = 1' 'a = 1'
is 'a fact with the name of a set' says 'chapters/beta.facts:2: the name a is there already'

long='gflops + gflops + gflops + gflops + gflops + gflops + gflops + gflops'
with "It is [$long]{.num}." '# none'
is 'a long expression in a sentence' says 'this expression has 69 characters, and 60 are the most in a sentence'
with "It is [much]{.claim expr=\"$long\" min=1}."
is 'or in a claim' says 'this expression has 69 characters'
with "$(printf '~~~ facts\na = 1\n~~~')"
is 'facts in the text are refused' says "$(at chapters/beta.md '~~~ facts'): facts stand in chapters/beta.facts, not in the text"
rm chapters/beta.facts
cp whole.md chapters/beta.md
is 'a chapter without facts' page
