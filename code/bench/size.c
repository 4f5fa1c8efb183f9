#include "bench/size.h"

#include <limits.h>
#include <stdlib.h>

/* Reads digits at *text into *value and moves *text behind them. */
static int parse_side(const char **text, int *value)
{
    long long v = 0;

    if (**text < '0' || **text > '9')
        return -1;
    for (; **text >= '0' && **text <= '9'; ++*text) {
        v = 10 * v + (**text - '0');
        if (v > INT_MAX)
            return -1;
    }
    *value = (int)v;
    return 0;
}

int parse_size(const char *text, struct size *size)
{
    struct size s;

    if (parse_side(&text, &s.m) != 0)
        return -1;
    if (*text == '\0') {
        s.n = s.k = s.m;
    } else {
        if (*text++ != 'x' || parse_side(&text, &s.n) != 0)
            return -1;
        if (*text++ != 'x' || parse_side(&text, &s.k) != 0 || *text != '\0')
            return -1;
    }
    *size = s;
    return 0;
}

double size_flops(struct size s)
{
    return 2.0 * s.m * s.n * s.k;
}

int size_fits(struct size s, int largest)
{
    return s.m <= largest && s.n <= largest && s.k <= largest;
}

static int add(struct size *out, int count, int capacity, struct size s)
{
    if (count < capacity)
        out[count++] = s;
    return count;
}

int verify_sizes(int bm, int bn, int bk, struct size *out, int capacity)
{
    const struct size fixed[] = {
        {1, 1, 1},    {5, 7, 0},    {31, 37, 23},  {bm + 1, bn + 1, bk},
        {0, 5, 7},    {5, 0, 7},    {1, 33, 17},   {33, 1, 17},
        {17, 33, 1},  {1, 1, 67},   {67, 71, 73},  {257, 3, 5},
        {3, 259, 7},  {2, 2, 211},  {64, 65, 63},  {100, 52, 36},
        {2 * bm + 1, bn - 1, bk + 1}, {bm + 1, 2 * bn - 1, 3 * bk + 2},
    };
    const int depths[] = {bk - 1, bk, bk + 1, 2 * bk, 3 * bk + 2};
    int count = 0;

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; ++i)
        count = add(out, count, capacity, fixed[i]);
    for (int i = 0; i < 8; ++i) {
        const struct size edge = {bm - 1 + i / 3, bn - 1 + i % 3,
                                  depths[i % 5]};

        count = add(out, count, capacity, edge);
    }
    return count;
}

int verify_multiples(int bm, int bn, int bk, struct size *out, int capacity)
{
    const struct size fixed[] = {
        {bm, bn, bk},     {bm, bn, 0},      {2 * bm, bn, 3 * bk},
        {bm, 2 * bn, bk}, {0, bn, bk},      {bm, 0, bk},
        {bm, bn, 7 * bk}, {2 * bm, 2 * bn, 2 * bk},
    };
    int count = 0;

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; ++i)
        count = add(out, count, capacity, fixed[i]);
    return count;
}
