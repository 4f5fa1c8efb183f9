#!/bin/sh
# barriers.sh FILE: runs code/tiling.cu without the first and without the second barrier of its loop,
# and records what the lens says, for the prose to quote and drawings to draw. Needs
# build/lens/removed/first and build/lens/removed/second.
set -eu
file=$1
mkdir -p "$(dirname "$file")"
trap 'rm -f "$file.part" "$file.lines"' EXIT
for barrier in first second; do
    echo "\$ build/lens/removed/$barrier count --size 16 --kernel tile-8"
    build/lens/removed/$barrier count --size 16 --kernel tile-8 --out - 2>&1 >/dev/null || :
done | sed "s|$PWD/||" | fold -s -w 72 | sed 's/ *$//' >"$file.lines"
[ "$(grep -c ': race: ' "$file.lines")" -eq 2 ] || {
    echo "$file: the lens found no race where a barrier is missing" >&2
    exit 1
}
{
    printf '# %s\n' 'record: tiles 1' 'kind: transcript' 'program: code/tiling.cu' \
        "source-sha256: $(code/tools/hash.sh code/tiling.cu)"
    cat "$file.lines"
    echo "# end: $(wc -l <"$file.lines") lines"
} >"$file.part"
mv "$file.part" "$file"
