#!/bin/sh
# record.sh FILE STEM NVCC FLAGS [HEADER]: what build/bin/loops says of build/loops/STEM.cubin,
# as a record: whole, or not at all. HEADER is compiled in beside the source.
set -eu
export LC_ALL=C.UTF-8
file=$1 stem=$2 nvcc=$3 flags=$4
shift 4
version=$("$nvcc" --version | sed -n 's/.*, V//p')
rows=$(build/bin/loops --csv --names "build/loops/$stem.names" "build/loops/$stem.cubin")
printf '%s\n' "$rows" | code/tools/record.sh "$file" loops "code/$stem.cu${1:+ $1}" \
    "compiler: nvcc $version" "flags: $flags${1:+ -include $1}"
