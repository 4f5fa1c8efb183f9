#!/bin/sh
# CHANGES.md is a page, newest first; each page says which edition it is, leads there, and says where the tree has more than the edition.
. "$(dirname "$0")/lib/book.sh"
fixture
cp "$root/CITATION.cff" "$root/CHANGES.md" .
plan 9
version=$(sed -n 's/^version: "\(.*\)"/\1/p' CITATION.cff)
released=$(sed -n 's/^date-released: "\(.*\)"/\1/p' CITATION.cff)
newest() { sed -n '/^## /{s/^## //;s/ *{.*//;p;q;}' CHANGES.md; }
builds book || sed 's/^/# /' said
page() { tr '\n' ' ' <build/book/$1.html; }
heads() { page changes | grep -o '<h2[^>]*>[^<]*' | sed 's/.*>//; s/ $//'; }
is 'the newest entry is on the page, first' test "$(heads | sed 1q)" = "$(newest)"
is 'as are all' test "$(heads | wc -l)" = "$(grep -c '^## ' CHANGES.md)"
is 'what they say is there' sh -c "grep -q 'The first edition' build/book/changes.html"
is 'the edition that CITATION.cff names has its entry, with its day' grep -q "^## Edition $version, $(date -d "$released" '+%-d %B %Y') " CHANGES.md
foot() { page "$1" | sed 's/.*<footer>//' | grep -o '<a href="changes.html">[^<]*'; }
is 'a page says which edition it is' test "$(foot alpha)" = "$(foot changes)" -a -n "$(foot alpha | grep "Edition $version of")"
is 'the sidebar leads to what changed' sh -c "grep -q '<li><a href=\"changes.html\">What changed' build/book/alpha.html"
printf '# What changed\n\nText.\n\n## Next edition {#next}\n\n- A thing.\n\n## Edition %s, 1 May 2026 {#e}\n\nText.\n' "$version" >CHANGES.md
builds book
is 'with changes since, it says so' sh -c "echo '$(foot alpha)' | grep -q ', with later changes'"
printf '# What changed\n\nText.\n\n## Edition %s, 1 May 2026 {#e}\n\nText.\n' "$version" >CHANGES.md
builds book
is 'without, it does not' test "$(foot alpha | grep -c later)$(foot alpha | grep -c "$version")" = 01
cp said before
rm CHANGES.md
is 'a book without the list builds' builds book
