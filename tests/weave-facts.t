#!/bin/sh
# A fact has a name, prints nothing where it stands, and is said by some sentence.
. "$(dirname "$0")/lib/book.sh"
fixture
plan 12
cp chapters/beta.md whole.md
with() {                                 # SENTENCE FACT…: a chapter that says so
    {
        cat whole.md
        printf '\n%s\n\n~~~ facts\n' "$1"
        shift
        printf '%s\n' "$@" '~~~'
    } >chapters/beta.md
}
with 'It is [ten times]{.claim fact=ratio}, or [gain]{.num}.' \
    "ratio = gflops /" "  gflops{of='alpha'}, min=9, max=11" 'gain = (ratio - 1) * 100, digits=2, unit=%'
is 'facts of two lines, and facts of facts' builds build/book/beta.html
is 'are said' grep -q 'or .*900.%' build/book/beta.html
is 'and stand nowhere' sh -c '! grep -q "ratio =" build/book/beta.html'
with 'It is [ten times]{.claim fact=ratio}.' "ratio = gflops{'fast', 'cublas'} / gflops{of='alpha'}, min=9, max=11"
is 'a claim about a list is one about each' refuses 'the claim “ten times” wants between 9 and 11, but on Fixture card it is 100' build/book/beta.html
with 'It is [ten times]{.claim fact=ratio}.' "ratio = gflops / gflops{of='alpha'}"
is 'a claim that claims nothing' refuses 'a claim needs min= or max=' build/book/beta.html
with 'It is [ten times]{.claim fact=other}.' "ratio = gflops, min=1"
is 'a fact that is not there' refuses 'there is no fact other' build/book/beta.html
is 'and one that nobody says' refuses 'nothing says the fact ratio' build/book/beta.html
with 'It is [a]{.num}.' 'a = b' 'b = a'
is 'a fact made of itself' refuses 'the fact a is made of itself' build/book/beta.html
with 'It is [a]{.num}.' 'a = 1' 'a = 2'
is 'a fact twice' refuses 'the fact a is there already' build/book/beta.html
with 'It is [a]{.num}.' 'a = 1' 'and so on'
is 'a line that is no fact' refuses 'a fact reads `name = expression`' build/book/beta.html
long='gflops + gflops + gflops + gflops + gflops + gflops + gflops + gflops'
with "It is [$long]{.num}." 'a = 1'
is 'a long expression in a sentence' refuses 'this expression has 69 characters, and 60 are the most in a sentence' build/book/beta.html
with "It is [much]{.claim expr=\"$long\" min=1}." 'a = 1'
is 'or in a claim' refuses 'this expression has 69 characters' build/book/beta.html
