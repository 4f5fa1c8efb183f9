# contents.awk: parses book/contents, and nothing else does. Prints a line for each chapter, in order, its cells between tabs:
# stem, `unnumbered` or nothing, the line that it stands at, and the part that it is in or nothing. A line of the contents is
# a chapter's stem, and `unnumbered` if it is; or `part`, and the title of a part. A remark begins with #.
{ sub(/#.*/, "") }
$1 == "part" { $1 = ""; part = $0; gsub(/^ +| +$/, "", part); next }
NF { print $1 "\t" ($2 == "unnumbered" ? $2 : "") "\t" FNR "\t" part }
