#!/bin/sh
# Every kernel and launcher of every chapter has the parameters of the contract, in order.
. "$(dirname "$0")/lib/unit.sh"

# Other precision may change the types; B may say that it is transposed. Bounds of a launch
# stand before a name, and constants behind it in the table. What a block cannot finish it may
# leave in a workspace, `partials`, for one that adds it up. The copy engine takes maps of A and B,
# and one of C, where `sent` says that it may store there. What only scales C has neither A nor B.
# What adds up parts has those, and how many there are.
# What takes matrices whose rows were widened has the distances of rows behind each. What
# multiplies parts of floats has these, `at`, beside the floats. What only probes measure may be
# made for beta = 0, and have maps of the scales of A and B.
scales='const __grid_constant__ struct tile_map scales_'
map='const __grid_constant__ struct tile_map map_'
want="int M, int N, int K, T alpha, \\(const T \\*A, const T \\*Bt\\{0,1\\}\\|const T \\*A, size_t pitch_a, const T \\*B, size_t pitch_b\\|${map}a, ${map}b\\), T beta, T \\*C\\(, T \\*partials\\)\\{0,1\\}"
want="$want\\|int M, int N, int K, T alpha, ${map}a, ${map}b, ${map}c, T beta, T \\*C, int sent, T \\*partials"
want="$want\\|int M, int N, int K, T alpha, const T \\*A, const T \\*B, \\(${map}a, ${map}b, \\)\\{0,1\\}T beta, T \\*C, const struct parts_at at"
want="$want\\|int M, int N, int K, \\(T alpha, \\)\\{0,1\\}${map}a, ${map}b, \\(${scales}a, ${scales}b, \\)\\{0,1\\}${map}c, T \\*C, int sent"
want="$want\\|size_t count, T beta, T \\*C"
want="$want\\|size_t count, unsigned splits, T alpha, const T \\*partials, T beta, T \\*C"

functions() { # FILE: kernels and launchers, also of a header with launchers, one `name (parameters)` a line
    cat $(sed -n 's/^#include "\(kernels\/[^"]*\)"/code\/\1/p' "$1" | xargs -r grep -l '^static void run_') "$1" |
        grep -v '^#include' | "${CC:-cc}" -E -P -D'__launch_bounds__(...)=' -x c - | tr '\n' ' ' | tr -s ' ' | sed 's/( /(/g' >"$scratch/flat"
    {
        grep -o '__global__ void [a-z_0-9]* \{0,1\}([^)]*)' "$scratch/flat" |
            sed 's/__global__ void //' | grep '(int M\|alpha\|beta'
        for launcher in $(grep -o 'const struct kernel kernels\[\] = {.*' "$scratch/flat" |
            sed 's/}; .*//' | grep -o '{ *"[^{},]*, *[a-zA-Z_0-9]*' | sed 's/.*[ ,]//'); do
            grep -o "void $launcher([^)]*)" "$scratch/flat" | head -1 | sed 's/^void //' |
                grep . || echo "$launcher(not found)"
        done
    } | sed 's/\b\(float\|half\|__half\)\b/T/g'
}

keeps() { # FILE: no function departs from the contract
    functions "$1" >"$scratch/found"
    ! grep -v "^[a-z_A-Z0-9]* \{0,1\}(\($want\))\$" "$scratch/found" >"$scratch/said"
}

refuses() { # NAME SED: a change to a chapter's source is seen
    sed "$2" code/coalescing.cu >"$scratch/changed.cu"
    isnt "$1" keeps "$scratch/changed.cu"
}

set -- code/*.cu
plan $(($# + 5))
for file; do is "$file" keeps "$file"; done
functions code/coalescing.cu >"$scratch/said"
is 'kernels, launchers and their templates are found' \
    [ "$(sort -u "$scratch/said" | grep -c '^coalesced(\|^run_coalesced(\|^run_shaped(')" = 3 ]
refuses 'M and N changed over' 's/run_coalesced(int M, int N/run_coalesced(int N, int M/'
refuses 'a kernel without beta' 's/const float \*A, const float \*B, float beta,$/const float *A, const float *B,/'
refuses 'a parameter more, in a template' '/^static void run_shaped(/,/)$/s/float \*C)/float *C, int x)/'
refuses 'a launcher that is not there' 's/{"flat", run_flat,/{"flat", run_flatter,/'
