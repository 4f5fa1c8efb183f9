# contents.awk: parses book/contents, and nothing else does. Prints a line for each chapter, in order, its cells between tabs:
# stem, `unnumbered` or nothing, the line that it stands at, the part that it is in or nothing, `path` or nothing, and a mark
# that is neither. A line of the contents is a chapter's stem, `unnumbered` if it is, and `path` if the shortest way through
# the book goes through it; or `part`, and the title of a part; or `planned`, and what a chapter that is not yet written will be about.
# With planned=1 it prints these instead, each with its part. A remark begins with #.
function marked(word,  i) { for (i = 2; i <= NF; i++) if ($i == word) return word }
function other(  i) { for (i = 2; i <= NF; i++) if ($i != "unnumbered" && $i != "path") return $i }
{ sub(/#.*/, "") }
$1 == "part" { $1 = ""; part = $0; gsub(/^ +| +$/, "", part); next }
$1 == "planned" { $1 = ""; sub(/^ +/, ""); if (planned) print $0 "\t" part; next }
NF && !planned { print $1 "\t" marked("unnumbered") "\t" FNR "\t" part "\t" marked("path") "\t" other() }
