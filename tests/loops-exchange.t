#!/bin/sh
# FFMAs take the factors that come in float4s from the other bank, wherever they are still there.
. "$(dirname "$0")/lib/loops.sh"

exchanged() { # FFMAS CYCLES LINE…: so many FFMAs of the loop, by the window then
    ffmas=$1 cycles=$2
    shift 2
    loop 1 "$@" | cubin "$scratch/loop.cubin"
    [ "$(score "$scratch/loop.cubin" exchanges),$(score "$scratch/loop.cubin" exchanged)" = "$ffmas,$cycles" ] || {
        "$scratch/loops" --csv "$scratch/loop.cubin" >"$scratch/said"
        return 1
    }
}
a='load 4 0 0' b='load 8 1 0' even='ffma 20 4 8 20 0' odd='ffma 21 5 9 21 0'
both() { for i in 1 2 3 4 5 6 7 8; do echo "$1"; done; }

plan 10
is 'three of one bank become two and one' exchanged 8 2.125 "$a" "$b" "$(both "$even")"
is 'and two and one become three' exchanged 8 3.125 "$a" "$b" "$(both 'ffma 21 4 8 21 0')"
is 'one factor alone is not counted, though exchanged' exchanged 0 2 "$a" "$(both 'ffma 20 4 2 20 0')"
is 'a factor that comes from elsewhere stays' exchanged 0 3 "$b" "$(both 'ffma 20 2 6 20 0')"
is 'a result may take the place of what nothing reads any more' exchanged 3 2 "$a" "$b" "$odd" "$even" 'ffma 5 6 10 20 0'
is 'but not before the other one of the pair has been read' exchanged 1 2.3333 "$a" "$b" "$odd" 'ffma 5 6 10 21 0' "$even"
is 'the next load ends it' exchanged 2 3 "$a" "$b" "$odd" "$a" "$even"
is 'another instruction that wants one leaves the pair' exchanged 0 3 "$a" "$b" "$odd" 'other 0 4 0' "$even"
is 'so does an FFMA with a constant' exchanged 0 2 "$a" "$b" "$odd" 'constant 22 4 6 0' "$even"

cat >"$scratch/twice.c" <<'END'
/* Exchanged twice it is what it was, and its loads are told. */
#include "loops/exchange.h"

#include <string.h>

int main(int argc, char **argv)
{
    struct cubin c;
    struct loop l;
    struct load load[2];
    struct word was[8];
    size_t count;

    if (argc != 2 || cubin_open(&c, argv[1]) || hot_loop(c.function, c.arch, &l) != 1 || c.function->length > 8)
        return 2;
    memcpy(was, c.function->code, c.function->length * sizeof *was);
    if (exchange_factors(c.function->code, &l, load, 2, &count) != 2 || count != 2 ||
        load[0].base != 0 || load[1].base != 1 || load[1].offset != 64 || load[0].exchanged != 3 ||
        memcmp(was, c.function->code, c.function->length * sizeof *was) == 0)
        return 1;
    if (exchange_factors(c.function->code, &l, NULL, 0, &count) != 2 ||
        memcmp(was, c.function->code, c.function->length * sizeof *was) != 0)
        return 1;
    cubin_close(&c);
    return 0;
}
END
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror -g -fsanitize=address,undefined -iquote code "$scratch/twice.c" \
    code/loops/exchange.c code/loops/sass.c code/bench/cubin.c -o "$scratch/twice" || exit 1
loop 1 "$a" 'load 8 1 64' "$even" "$odd" | cubin "$scratch/twice.cubin"
is 'twice is not at all' "$scratch/twice" "$scratch/twice.cubin"
