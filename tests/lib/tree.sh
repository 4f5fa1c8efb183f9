# tree.sh: for what changes the tree and for what wants it elsewhere; $root is the tree.
#
#   copy FOLDER        a copy there of all that is under version control or will be; without
#                      git, of all but what is made
#   tree               after book.sh, does that in a temporary folder, which becomes the
#                      current one and goes at the end

copy() {
    mkdir -p "$1" && (cd "$root" && { git ls-files -co --exclude-standard 2>/dev/null ||
        find . \( -path ./build -o -path ./.git \) -prune -o -type f -print; } |
        while read -r file; do [ ! -e "$file" ] || echo "$file"; done |
        tar cf - -T -) | tar xf - -C "$1"
}

tree() {
    sandbox=$(mktemp -d) || exit 1
    trap 'rm -rf "$sandbox"' EXIT
    trap 'exit 1' HUP INT TERM
    copy "$sandbox" || exit 1
    cd "$sandbox" || exit 1
}
