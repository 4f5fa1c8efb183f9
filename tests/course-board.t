#!/bin/sh
# The board: what the races of three shapes recorded becomes a page, in order; names are pseudonyms unless asked for;
# what is cut off, of another card, or wrong, is named and left out. Without a card there are the counts.
unit=shapes variant=square
. "$(dirname "$0")/course-race/lib.sh"
plan 39
said() { grep -q "$1" "$scratch/said"; }
board() { sh course/staff/board.sh >"$scratch/said" 2>&1; }
page=build/course/board.html
# The table of the speeds, or of the counts: PLACE NAME SHARES…, a line each.
rows() { # HEADING
    awk -v heading="<h2 id=\"$1\">" 'index($0, "<h2") { on = index($0, heading) } on && /^<tr/ {
        gsub(/<br>/, " "); gsub(/<span class="bar"[^>]*>/, ""); gsub(/<\/t[dh]>/, "|"); gsub(/<[^>]*>/, ""); print }' $page
}
mv $races/$unit "$scratch/races-before" 2>/dev/null
mv build/course/graded/$unit "$scratch/graded-before" 2>/dev/null
back() {
    rm -rf "${races:?}/$unit" "build/course/graded/$unit"
    [ ! -d "$scratch/races-before" ] || mv "$scratch/races-before" "$races/$unit"
    [ ! -d "$scratch/graded-before" ] || mv "$scratch/graded-before" "build/course/graded/$unit"
}
trap 'back; rm -rf "$scratch"' EXIT
isnt 'where nothing was raced there is no board' board
is 'and so it says' said '^nothing has been raced and nothing graded of shapes'

# Races, on a card that is made up.
made_up || exit
site 'RACE_ENGINE=local' 'RACE_TRIES=2'
race() { # WHO MADE-UP
    program "$1" "$1" "$2"
    sh course/staff/race-all.sh "$scratch/$1.tar" >"$scratch/said" 2>&1
}
race anna YOURS=2
is 'three shapes are raced' test "$(grep -c '^shape: ' $races/$unit/anna/*/result):$(result anna size)" = '3:4096x4096x4096 8192x128x2048 256x16384x4096'
is 'each has a third of the points' test "$(result anna points):$(result anna words | grep -o '[a-z]*: 1 of the speed' | tr '\n' ' ')" = '10:square: 1 of the speed thin: 1 of the speed deep: 1 of the speed '
race ben YOURS=1.25
race cara YOURS=2
race dan YOURS=2.8284
printf 'Student,ID,SIS User ID,SIS Login ID,Section\n"<b>Anna</b> & ""Bit"" <script>alert(1)</script>",1,1,anna,x\n"Ben \047; &amp;",2,2,ben,x\n"Cara",3,3,cara,x\n"Dan",4,4,dan,x\n"Eve",5,5,eve,x\n' >"$COURSE_STAFF/roster"
is 'a board is made' board
is 'and says of whom' said '^build/course/board.html: 4 raced, 0 counted, 0 left out; by pseudonyms'
is 'it has the shares of cuBLAS, best first' test "$(rows speed | cut -d '|' -f 1,3-6 | head -n 4)" = '1|80.0 %|80.0 %|80.0 %|80.0 %
2|50.0 %|50.0 %|50.0 %|50.0 %
2|50.0 %|50.0 %|50.0 %|50.0 %
4|35.4 %|35.4 %|35.4 %|35.4 %'
is 'with the same place for who is equal, and the next one left out' test "$(rows speed | cut -d '|' -f 1 | tr '\n' ' ')" = '1 2 2 4  '
is "the book's kernel has a line" test "$(rows speed | tail -n 1 | cut -d '|' -f 2,3,6)" = 'the book’s kernel|50.0 %|50.0 %'
is 'the card and the day are told' grep -q 'cuBLAS on Made Up' $page
is 'nobody is called by login or name' test -z "$(sed 's/<style>.*//' $page | grep -owE 'anna|ben|cara|dan|Anna|Bit')"
is 'a pseudonym is two words, the same each time' test "$(sed -n 's/^anna	//p' build/course/board.tsv | grep -cE '^[a-z]+ [a-z]+( [0-9]+)?$')" = 1
is 'the staff have the list' test "$(cut -f 1 build/course/board.tsv | tr '\n' ' ')" = 'anna ben cara dan '
cp build/course/board.tsv "$scratch/before"
board
is 'it does not change' cmp -s build/course/board.tsv "$scratch/before"
NAMES=names board
is 'names of the roster, and nothing in them is a tag' test "$(grep -c '<script\|<b>' $page):$(grep -c '&lt;b&gt;Anna&lt;/b&gt; &amp; &quot;Bit&quot; &lt;script&gt;' $page)" = 0:1
is 'nor an entity twice' grep -q 'Ben &#39;; &amp;amp;' $page
is 'one file: it asks for nothing' test -z "$(grep -oE '(src|href|url|@import)[=( ]' $page)"
is 'it is a page' sh -c 'command -v xmllint >/dev/null || exit 0; sed "s/<!DOCTYPE html>//; s/<meta[^>]*>//g; s/<br>//g" "$0" | xmllint --noout - 2>&1' $page
NAMES=everybody board
is 'another word for names is told' test "$?:$(cat "$scratch/said")" = '2:NAMES=everybody: it takes pseudonyms, logins or names'

# What came before.
race anna YOURS=4
NAMES=logins board
is 'the latest program counts, and the best so far is told' test "$(rows speed | grep '|anna|' | cut -d '|' -f 1,6,8,9 | sed 's/20[0-9-]*//')" = '4|25.0 %|50.0 % |2'

# What is no record. Each is of ben, and the others stay.
entry=$races/$unit/ben/$(cat $races/$unit/ben/latest)
cp "$entry/result" "$scratch/result"
refused() { # WORDS: with the result as it is now
    NAMES=logins board
    set -- "$?" "$1"
    rm "$entry/result" && cp "$scratch/result" "$entry/result"
    [ "$1" = 1 ] && grep -q "^ben: left out: $2" "$scratch/said" && grep -q "<li>ben: $2" $page && [ -z "$(rows speed | grep '|ben|')" ] && [ "$(rows speed | grep -c '|[acd][a-z]*|')" = 3 ]
}
head -n 14 "$scratch/result" >"$entry/result"
is 'a record that is cut off' refused 'it is cut off'
sed 's/Made Up/Other Card/' "$scratch/result" >"$entry/result"
is 'one of another card' refused 'it ran on Other Card, and this board is of Made Up'
sed 's/^program: ./program: x/' "$scratch/result" >"$entry/result"
is 'one of another program' refused 'it is not of the program that lies beside it'
sed 's/^id: .*/id: anna/' "$scratch/result" >"$entry/result"
is "another's" refused 'it is a record of anna for shapes'
sed 's/^library: .*/library: nan nan nan 15/' "$scratch/result" >"$entry/result"
is 'one with no number' refused 'it has no share of cuBLAS at the shape square'
sed 's/^library: .*/library: 1e9 1 1 15/' "$scratch/result" >"$entry/result"
is 'one that no card can have' refused 'it has no share of cuBLAS at the shape square'
sed 's/^fresh: .*/fresh: 0.1/' "$scratch/result" >"$entry/result"
is 'one that is fast at what is done' refused 'at the shape square it is fast only at what is done already'
sed 's/8192x128x2048/128x128x128/' "$scratch/result" >"$entry/result"
is 'one of other shapes' refused 'it was raced at other shapes'
sed '/^shape: thin/,/^library/d' "$scratch/result" >"$entry/result"
is 'one of two shapes' refused 'it was raced at other shapes'
awk '{ print } /^card:/ && ++n == 2 { exit }' "$scratch/result" | sed '$s/.*/card: Other/' >"$entry/result"
is 'one of two cards' refused 'its shapes were raced on two cards'
sed 's/^points: .*/&\n<script>/' "$scratch/result" >"$entry/result"
is 'one with a line too many' refused 'it is damaged at line'
rm "$entry/result" && ln -s "$scratch/result" "$entry/result"
is 'a link' refused 'it has not been raced'
sed '0,/__syncthreads();/s///' "$key/solution.cu" >"$scratch/x"
keep=$id id=eve
hand_in eve <"$scratch/x"
id=$keep
sh course/staff/race-all.sh "$scratch/eve.tar" >"$scratch/said" 2>&1
NAMES=logins board
is 'a kernel that is wrong is told why' said '^eve: left out: a kernel that is wrong does not race: race: '
sed -i '/eve/d' "$COURSE_STAFF/roster"
NAMES=logins board
is 'who is on no roster is not on the board' said '^eve: left out: it is not on the roster'
CARD='Other Card' NAMES=logins board
is 'another card can be asked for' test "$(grep -c 'left out: it ran on Made Up, and this board is of Other Card' "$scratch/said")" = 4

# Counts, for a class without a card.
rm -rf "${races:?}/$unit"
sh course/staff/grade.sh "$scratch/anna.tar" >"$scratch/said" 2>&1
NAMES=logins board
is 'without a race there are the counts' test "$(rows speed)$(rows traffic | grep -c '^1|anna|100.0 %|100.0 %|100.0 %|100.0 %|')" = 1
sed -i '1d' build/course/graded/$unit/anna/counted
NAMES=logins board
is 'counts that are cut off are told' said '^anna: left out: its counts are cut off: grade it again'
rm -rf "build/course/graded/$unit/anna"
keep=$id id=anna
sed 's/const unsigned depth = alpha/if (N % 7 == 3) acc[0][0] += 1;\n    &/' "$key/solution.cu" | hand_in sly
id=$keep
sh course/staff/grade.sh "$scratch/sly.tar" >"$scratch/said" 2>&1
NAMES=logins board
is 'a product that is wrong at some size is not counted' said '^anna: left out: its product is not right at all sizes'
sh course/staff/board.sh tiling >"$scratch/said" 2>&1
is 'a unit without shapes has no board' said '^U=tiling: the unit has no line .race:., and so no board'
