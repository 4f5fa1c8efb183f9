#include "bench/size.h"
#include "tap.h"

#include <limits.h>

static void takes(const char *text, int m, int n, int k)
{
    struct size s = {-7, -7, -7};

    ok(parse_size(text, &s) == 0 && s.m == m && s.n == n && s.k == k,
       "'%s' is %d x %d x %d", text, m, n, k);
}

static void refuses(const char *text, const char *name)
{
    struct size s = {-7, -7, -7};

    ok(parse_size(text, &s) == -1 && s.m == -7 && s.n == -7 && s.k == -7,
       "%s is no size, and leaves the size alone", name);
}

int main(void)
{
    static const char *const bad[] = {
        "x", "3x", "x3", "3x4", "3x4x", "3xx4", "3x4x5x", "3x4x5x6", "-1",
        "3x-4x5", "+1", " 1", "1 ", "3x 4x5", "1.5", "1e3", "0x10", "abc",
        "2147483648", "1x2147483648x1", "1x1x2147483648",
        "99999999999999999999", "18446744073709551617", "1X2X3", "1*2*3",
    };

    takes("4096", 4096, 4096, 4096);
    takes("64x33x17", 64, 33, 17);
    takes("0", 0, 0, 0);
    takes("0x5x0", 0, 5, 0);
    takes("007", 7, 7, 7);
    takes("2147483647", INT_MAX, INT_MAX, INT_MAX);
    takes("1x2x2147483647", 1, 2, INT_MAX);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        refuses(bad[i], bad[i]);
    refuses("", "nothing");
    refuses("1\n", "a size with a line end");
    refuses("1x2x3\n", "three sides with a line end");
    refuses("\xd9\xa3", "an Arabic digit");
    return tap_end();
}
