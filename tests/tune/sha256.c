#include "tap.h"
#include "tune/sha256.h"

#include <string.h>

static void hashes(const char *name, const char *part, int times,
                   const char *want)
{
    struct sha256 h;
    char got[65];

    sha256_start(&h);
    for (int i = 0; i < times; ++i)
        sha256_add(&h, part, strlen(part));
    sha256_end(&h, got);
    ok(strcmp(got, want) == 0, "%s: %s", name, got);
}

/* FIPS 180-4's examples. */
int main(void)
{
    hashes("nothing", "", 1, "e3b0c44298fc1c149afbf4c8996fb924"
                             "27ae41e4649b934ca495991b7852b855");
    hashes("three letters", "abc", 1, "ba7816bf8f01cfea414140de5dae2223"
                                      "b00361a396177a9cb410ff61f20015ad");
    hashes("56 letters", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmno"
                         "mnopnopq", 1, "248d6a61d20638b8e5c026930c3e6039"
                                        "a33ce45964ff2167f6ecedd419db06c1");
    hashes("a million letters", "aaaaaaaaaa", 100000,
           "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    return tap_end();
}
