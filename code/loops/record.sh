#!/bin/sh
# record.sh FILE STEM NVCC FLAGS [HEADER]: what build/bin/loops says of build/loops/STEM.cubin,
# as a record: whole, or not at all. HEADER is compiled in beside the source.
set -eu
file=$1 stem=$2 nvcc=$3 flags=$4
shift 4
hash=$(code/tools/hash.sh "code/$stem.cu" "$@")
version=$("$nvcc" --version | sed -n 's/.*, V//p')
rows=$(build/bin/loops --csv --names "build/loops/$stem.names" "build/loops/$stem.cubin")
mkdir -p "$(dirname "$file")"
trap 'rm -f "$file.tmp"' EXIT
cat >"$file.tmp" <<END
# record: tiles 1
# kind: loops
# program: code/$stem.cu
# source-sha256: $hash
# compiler: nvcc $version
# flags: $flags${1:+ -include $1}
$rows
# end: $(($(printf '%s\n' "$rows" | wc -l) - 1)) rows
END
mv "$file.tmp" "$file"
