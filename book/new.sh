#!/bin/sh
# new.sh STEM: begins a chapter. It writes chapters/STEM.md and code/STEM.cu, which build
# and pass the checks as they are, and adds STEM to book/contents.
set -eu
export LC_ALL=C.UTF-8
stem=$1

refuse() { echo "new: $*" >&2; exit 2; }

case $stem in
'') refuse 'say which: make new C=stem' ;;
*[!a-z0-9-]* | [!a-z]* | *- | *--*)
    refuse "'$stem' is no stem: lower-case letters, digits and single dashes, a letter first" ;;
*-more) refuse "'$stem' would be the second page of a chapter: write it by hand" ;;
part) refuse "'part' begins a part in book/contents" ;;
index) refuse "'index' is the page of contents" ;;
esac
for file in "chapters/$stem.md" "code/$stem.cu"; do
    [ ! -e "$file" ] || refuse "$file is there already"
done
awk -f book/contents.awk book/contents | cut -f 1 | grep -qx -e "$stem" && refuse "book/contents has $stem already"

sh code/tools/writable.sh chapters code book
name=$(echo "$stem" | tr - _)
title=$(echo "$stem" | tr - ' ' | awk '{ print toupper(substr($0, 1, 1)) substr($0, 2) }')

fill() { sed "s/@STEM@/$stem/g; s/@NAME@/$name/g; s/@TITLE@/$title/g" "book/new/$1"; }

trap 'rm -f "chapters/$stem.md.new" "code/$stem.cu.new" book/.contents' EXIT
fill chapter.md >"chapters/$stem.md.new"
fill program.cu >"code/$stem.cu.new"
# Behind the last numbered chapter: what follows it has no number, and stays last.
last=$(awk -f book/contents.awk book/contents | awk -F '\t' '$2 == "" { last = $3 } END { print last + 0 }')
awk -v stem="$stem" -v last="$last" '{ print } NR == last { print stem } END { if (!last) print stem }' book/contents >book/.contents
mv "chapters/$stem.md.new" "chapters/$stem.md"
mv "code/$stem.cu.new" "code/$stem.cu"
mv book/.contents book/contents
echo "new: chapters/$stem.md and code/$stem.cu; the order is in book/contents"
