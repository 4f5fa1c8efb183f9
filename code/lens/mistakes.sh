#!/bin/sh
# mistakes.sh FILE KERNEL...: runs programs that are wrong on purpose, those of
# tests/lens/bad.cu, and records what the lens says of each, for the prose to
# quote. Needs build/lens/tests/bad.
set -eu
file=$1
shift
mkdir -p "$(dirname "$file")"
trap 'rm -f "$file.part" "$file.lines"' EXIT
for kernel; do
    echo "\$ build/lens/tests/bad count --size 64 --kernel $kernel"
    build/lens/tests/bad count --size 64 --kernel "$kernel" --out - \
        2>&1 >/dev/null || :
done | fold -s -w 72 | sed 's/ *$//' >"$file.lines"
{
    printf '# %s\n' 'record: tiles 1' 'kind: transcript' \
        'program: tests/lens/bad.cu' \
        "source-sha256: $(code/tools/hash.sh tests/lens/bad.cu)"
    cat "$file.lines"
    echo "# end: $(wc -l <"$file.lines") lines"
} >"$file.part"
mv "$file.part" "$file"
