#!/bin/sh
# All pages of the book are in plain English, as far as a script can count it (tests/lib/plain.sh).
. "$(dirname "$0")/lib/tap.sh"
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
heard=$scratch/said
plan 20
cd "$root" || exit 1
plain() { sh tests/lib/plain.sh chapters/*.md >"$heard" 2>&1; }
is 'every page of the book' plain

mkdir -p "$scratch/tests" && cp -R tests/lib "$scratch/tests" && cd "$scratch" || exit 1
page() { printf -- '---\ntitle: Who is of no count\n---\n\n%s\n' "$1" >page.md; sh tests/lib/plain.sh page.md >said 2>&1; }
finds() { ! page "$1" && grep -qxF -e "$2" said; }       # TEXT LINE: the text has this fault
long='This sentence has some words in it, and it goes on and on with more and more of them,
so that at its end, which is here and not a word before, it has just thirty-six.'
is 'a short sentence' page 'The card waits.'
is 'a sentence of 36 words, over two lines' finds "$long" 'page.md:5: 36 words in one sentence'
page "$(echo "$long" | sed 's/ just//')"
isnt 'one of 35 is not too long for one' grep -q 'in one sentence' said
is 'but too long for the median' grep -qx 'page.md:1: the median sentence has 35 words; 15 are enough' said
is 'the line is that of the sentence' finds "$(printf 'One.\nTwo. Three, (four).\n%s' "$long")" 'page.md:7: 36 words in one sentence'
is 'two brackets in a paragraph' finds 'A card (this) waits (long).' 'page.md:5: 2 brackets in one paragraph'
is 'one in each of two, and a reference' page "$(printf 'A card (this) waits (@fig:it).\n\nIt waits (long), f(x) too.')"
is 'an object before its verb' finds 'What it is worth the figure shows.' 'page.md:5: “What …” puts something else than the subject first'
is 'a question' page 'What is it worth?'
is 'a person for a thing' finds 'The warp, who waits, asks.' 'page.md:5: “who” is for persons'
is 'a reader is a person' page 'Readers who wait ask.'
is 'a word of several meanings' finds 'It takes two turns.' 'page.md:5: “turns”: say “iteration”, “wavefront” or “transpose”: whichever is meant'
is 'one that has its meaning beside it' page 'It turns out well.'
is 'code, tables, heads, facts and alternative texts are no prose' page "$(printf '## Turns\n\n~~~\nturns\n~~~\n\n|turns|\n\n::: {.figure #f\nalt=\"turns\"}\nIt is [turn + turn]{.num}, `turns` and [done]{.turns}.\n:::')"
page 'It waits. So it takes time.'
is 'what is counted is said' grep -qx 'page.md: 2 sentences, median 3 words, longest 4; 0 brackets in 1 paragraphs' said
printf 'page.md\tword\tIt takes two\ta quotation\n' >tests/plain
is 'what a page may keep' page 'It takes two turns.'
is 'is one sentence' finds "$(printf 'It takes two turns.\nIt takes a turn.')" 'page.md:6: “turn”: say “iteration”, “wavefront” or “transpose”: whichever is meant'
is 'and has to be there' finds 'It waits.' "tests/lib/../plain: nothing needs this: $(cat tests/plain)"
sh "$root/tests/lib/plain.sh" "$root"/chapters/*.md >said 2>&1
is 'any page can be counted' sh -c "test \"\$(grep -c ' sentences, median ' said)\" = \"\$(ls '$root'/chapters/*.md | wc -l)\""
