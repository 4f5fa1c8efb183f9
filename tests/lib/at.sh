# at.sh: places as messages name them.
#
#   at FILE TEXT   FILE:LINE of the first line that has the text
#   last FILE      FILE:LINE of its last line

at() { echo "$1:$(grep -nF -e "$2" "$1" | head -n 1 | cut -d : -f 1)"; }

last() { echo "$1:$(wc -l <"$1" | tr -d ' ')"; }
