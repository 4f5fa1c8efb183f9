#!/bin/sh
# Programs that are alike beyond the starter are named: a copy, and one with other names, numbers, comments and blanks.
# Two of one's own are not, and what the starter gives counts for nothing.
. "$(dirname "$0")/lib/course.sh"
plan 12
mkdir "$scratch/subs"
copy() { # NAME: a hand-in of what comes
    mkdir -p "$scratch/one" && cat >"$scratch/one/tiling.cu" && echo "$1" >"$scratch/one/id" && tar -cf "$scratch/subs/$1.tar" --format=ustar -C "$scratch/one" id tiling.cu
}
similar() { sh course/staff/similar.sh "$scratch/subs" "$@" >"$scratch/said" 2>&1; }
alike() { grep -q "^tiling: $1 and $2: " "$scratch/said"; }
# In place of what the starter asks for, BODY; one's own of the two cuts.
own() { awk -v body="$1" '/YOURS/ && ++n == 1 { skip = 1 } /YOURS/ && n == 2 { print body } /\(void\)/ { next } /YOURS/, /\*\// { next } { print }' "$key/starter.cu"; }
own '    float acc = 0.0f;
    for (unsigned t = 0; t * T < depth; ++t) {
        const unsigned k = t * T;
        As[y][x] = row < M && k + x < depth ? A[(size_t)row * K + k + x] : 0.0f;
        Bs[y][x] = k + y < depth && col < N ? B[(size_t)(k + y) * N + col] : 0.0f;
        __syncthreads();
        for (unsigned i = 0; i < T; ++i) acc += As[y][i] * Bs[i][x];
        __syncthreads();
    }' >"$scratch/anna.cu"
own '    float sum = 0.0f, next_a = 0.0f, next_b = 0.0f;
    int from = 0;
    while (from < K) {
        if (row >= M || from + x >= K) next_a = 0; else next_a = *(A + (size_t)K * row + from + x);
        if (col >= N || from + y >= K) next_b = 0; else next_b = *(B + (size_t)N * (from + y) + col);
        __syncthreads();
        Bs[y][x] = next_b;
        As[y][x] = next_a;
        __syncthreads();
        int here = T;
        do { --here; sum = fmaf(Bs[here][x], As[y][here], sum); } while (here);
        from += T;
    }
    float acc = sum;' >"$scratch/ben.cu"
copy anna <"$scratch/anna.cu"
copy ben <"$scratch/ben.cu"
copy carl <"$scratch/anna.cu"
sed 's/\bacc\b/total/g; s/\bt\b/round/g; s/\bi\b/j/g; s/\bk\b/start/g; s/\bT\b/TILE/g; s/16/24/g; s/^/  /; s|;$|; // mine|' "$scratch/anna.cu" | copy dora
copy eve <"$key/starter.cu"
copy fay <"$key/starter.cu"
is 'a folder is compared' similar
is 'a copy is found' alike anna carl
is 'so is one with other names, numbers, comments and blanks' alike anna dora
isnt 'two of their own are not' alike anna ben
isnt 'nor two starters' alike eve fay
is 'three pairs in all' grep -q '^3 pairs at 80 % or more' "$scratch/said"
copy gil <"$key/solution.cu"
similar
is 'who has the kernel of the book is named beside it' alike gil 'the book'
similar 0
is 'at a lower bound all pairs with anything in common' test "$(grep -c '^tiling: ' "$scratch/said")" -gt 4
is 'two of their own have less than half in common' awk '$2 == "anna" && $4 == "ben:" { n = $5 } END { exit n >= 50 }' "$scratch/said"
echo nothing >"$scratch/subs/hal.tar"
similar
is 'what is no hand-in is named, and the others are compared' grep -q '^hal: it holds no program' "$scratch/said"
isnt 'a folder is wanted' sh course/staff/similar.sh "$scratch/none" 2>/dev/null
isnt 'and per cent' similar many
