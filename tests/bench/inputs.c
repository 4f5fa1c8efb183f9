#include "bench/inputs.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1 << 20, COLS = 37 };

static void repeatable(void)
{
    int same = 1, other_seed = 0, other_side = 0;

    for (size_t i = 0; i < 1000; ++i)
        for (int kind = 0; kind < INPUT_KINDS; ++kind) {
            const enum inputs k = (enum inputs)kind;
            const size_t back = 999 - i;
            const float x = input(k, 1, 5, COLS, back);
            const float y = input(k, 1, 5, COLS, back);

            same &= memcmp(&x, &y, sizeof x) == 0;
            other_seed += x != input(k, 1, 6, COLS, back);
            other_side += k == ONE_HOT && x != input(k, 0, 5, COLS, back);
        }
    ok(same, "the same kind, seed and index make the same value");
    ok(other_seed > 1500, "another seed makes others");
    ok(other_side > 900, "only A is one-hot");
    ok(hash64(0) == 0xe220a8397b1dcdafu && hash64(1) == 0x910a2dec89025cc1u,
       "the hash is splitmix64's");
}

static void uniform_ones(void)
{
    double sum = 0.0, squares = 0.0;
    int inside = 1, zero = 0, exact = 1;

    for (size_t i = 0; i < MANY; ++i) {
        const float x = input(UNIFORM, 1, 1, COLS, i);

        inside &= x > -1.0f && x < 1.0f;
        zero |= x == 0.0f;
        exact &= fmod((double)x * 0x1p24, 2.0) != 0.0 &&
                 (double)x * 0x1p24 == floor((double)x * 0x1p24);
        sum += x;
        squares += (double)x * x;
    }
    ok(inside, "uniform values lie in (-1, 1)");
    ok(!zero, "none is zero");
    ok(exact, "all are odd multiples of 2^-24");
    ok(fabs(sum / MANY) < 0.003, "their mean is near 0: %.4f", sum / MANY);
    ok(fabs(squares / MANY - 1.0 / 3.0) < 0.003,
       "their mean square is near 1/3: %.4f", squares / MANY);
}

static void integers(void)
{
    int seen[9] = {0}, good = 1, even = 1;

    for (size_t i = 0; i < MANY; ++i) {
        const float x = input(INTEGERS, 0, 1, COLS, i);

        good &= x >= -4.0f && x <= 4.0f && x == floorf(x);
        if (good)
            ++seen[(int)x + 4];
    }
    for (int i = 0; i < 9; ++i)
        even &= i == 4 ? seen[i] == 0 : abs(seen[i] - MANY / 8) < MANY / 100;
    ok(good, "integers are whole, -4 to 4");
    ok(even, "each but 0 comes as often as the others, 0 never");
}

static void one_hot(void)
{
    int right = 1, columns[COLS] = {0}, used = 0;

    for (size_t row = 0; row < 1000; ++row) {
        int ones = 0, others = 0;

        for (size_t col = 0; col < COLS; ++col) {
            const float x = input(ONE_HOT, 1, 1, COLS, row * COLS + col);

            ones += x == 1.0f;
            others += x != 1.0f && x != 0.0f;
            columns[col] += x == 1.0f;
        }
        right &= ones == 1 && others == 0;
    }
    for (int col = 0; col < COLS; ++col)
        used += columns[col] > 0;
    ok(right, "each row of a one-hot A has a single 1, and else zeros");
    ok(used == COLS, "the 1 falls on every column");
}

int main(void)
{
    repeatable();
    uniform_ones();
    integers();
    one_hot();
    return tap_end();
}
