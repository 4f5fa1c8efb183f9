# tree.sh: for tests that change the tree: after book.sh, `tree` makes a copy of all that
# is under version control in a temporary folder, which becomes the current one and goes
# at the end.

tree() {
	sandbox=$(mktemp -d) || exit 1
	trap 'rm -rf "$sandbox"' EXIT
	trap 'exit 1' HUP INT TERM
	(cd "$root" && { git ls-files -co --exclude-standard 2>/dev/null ||
		find . -path ./build -prune -o -type f -print; } |
		while read -r file; do [ ! -e "$file" ] || echo "$file"; done |
		tar cf - -T -) | tar xf - -C "$sandbox" || exit 1
	cd "$sandbox" || exit 1
}
