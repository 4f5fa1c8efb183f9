#!/bin/sh
# The unit split: what tensor cores multiply is counted, a product that a thread makes itself has the wrong sign, and the bound is
# asked for inputs of several kinds.
unit=split variant=half17
. "$(dirname "$0")/lib/course.sh"
plan 16
lost() { tried && grep -q "^$1	[0-9.]*	.*$2" "$box/points"; }
got() { awk -F '\t' -v part="$1" 'index($1, part) == 1 { n += $2 } END { print n + 0 }' "$box/points"; }
products() { awk -F '\t' '$1 == "tensor product multiplications" { print $3 }' "$box/counted"; }
solution() { sed "$@" "$key/solution.cu"; }

tried <"$key/solution.cu"
is 'three products of 64 x 64 x 96' test "$(products)" = $((3 * 64 * 64 * 96))
is 'the solution gets all that can be tried' test "$(got '')" = 50
tried <"$key/starter.cu"
is 'the starter gets nothing' test "$(got '')" = 0
is 'two products are not enough' lost bounds '0 of 4 kept; constant inputs .*2^-17 is asked (chapter split' <<END
$(solution 's/PRODUCTS = 3/PRODUCTS = 2/')
END
is 'a sum that is never promoted is cut off' lost bounds '3 of 4 kept; leading inputs .* (chapter split' <<END
$(solution 's/STRETCH = 32/STRETCH = 0/')
END
solution 's/i < PRODUCTS_END; ++i/i <= PRODUCTS_END; ++i/; s/f.a\[part_of_a(i)\]/f.a[i == 6 ? 1 : part_of_a(i)]/; s/f.b\[part_of_b(i)\]/f.b[i == 6 ? 1 : part_of_b(i)]/' | tried
is 'low times low is a product too many' test "$(products 2>/dev/null)" = $((4 * 64 * 64 * 96)) -a "$(got 'counts: tensor')" = 5.8

# Products that tensor cores do not make. A thread has floats of A and B at hand: make_parts() is given them.
all_by_threads='for (int i = 0; i < 4 * FN; ++i) { const unsigned r = row0 + wy + threadIdx.x % 32 \/ 4 + i % 4 \/ 2 * 8, c = col0 + wx + i \/ 4 * 8 + threadIdx.x % 4 * 2 + i % 2; for (int h = 0; h < FM; ++h) { float x = 0; for (int k = 0; k < K \&\& r + 16 * h < M \&\& c < N; ++k) x += A[(size_t)(r + 16 * h) * K + k] * B[(size_t)k * N + c]; total[h][i] = x * power_of_two(at.scale_a[min(r + 16 * h, M - 1u)]) * power_of_two(at.scale_b[min(c, N - 1u)]); } }'
is 'all products by threads, and tensor cores for show' lost public 'should be' <<END
$(solution "s/^    promote(total, sums);$/&\n    $all_by_threads/")
END
is 'the same, where it is counted only' lost counts 'should be' <<END
$(solution "s/^    promote(total, sums);$/&\n    if (M == 64 \&\& N == 64 \&\& K == 96) {\n    $all_by_threads\n    }/")
END
is 'no number, so that each sum is made once more from A and B' lost public 'should be' <<END
$(solution 's/^    promote(total, sums);$/&\n    for (int i = 0; i < FM; ++i) for (int e = 0; e < 4 * FN; ++e) total[i][e] = INFINITY;/; s/^#include "bench.bench.h"/&\n#include <math.h>/')
END
is 'a switch of the judge, by its name' lost public 'uses `products_turned' <<END
$(solution 's/^    promote(total, sums);$/&\n    if (products_turned) return;/; s/^#include "bench.bench.h"/extern "C" int products_turned;\n&/')
END

# Memory of the program's own.
is 'a pointer that is stored where it does not belong' lost public 'out of bounds' <<END
$(solution 's/^    launch_split<T>(/    cudaMalloc((void **)((char *)C - 4096), 64);\n&/')
END
is 'more memory than there is' lost public 'more than 1 GiB' <<END
$(solution 's/room_of<T, TURNED>(M, N, K).all);/room_of<T, TURNED>(M, N, K).all + (1ull << 33));/')
END
is 'the matrices stay where they are' lost public 'should be\|invalid' <<END
$(solution 's/^    launch_split<T>(/    if (cudaFree((void *)A)) { complain_later("invalid"); return; }\n&/')
END

# Other variants.
tried <"$(variant_named tf17; key; echo "$key/solution.cu")"
is "another variant's solution" grep -q '^public	0	.*\(your variant is\|the tile\)' "$box/points"
is 'the lens counts no product of a kernel without tensor cores' test "$(variant_named half17; key; grep -c multiplications "$key/rung.csv")" = 0
hand_in x <"$key/solution.cu" && grade x
is 'what is handed in has all points but those of the reason' test "$(points all)" = 90
