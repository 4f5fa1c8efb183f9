#!/bin/sh
# hash.sh SOURCE: the SHA-256 of a program's kernels, which a record carries: of
# its source, followed by the headers with kernel code that it includes.
set -eu
headers=$(sed -n 's,^#include "\(bench/\(words\|tiles\)\.h\)"$,code/\1,p' "$1")
cat "$1" $headers | sha256sum | cut -d' ' -f1
