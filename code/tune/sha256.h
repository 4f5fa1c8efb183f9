/* sha256.h - the hash that records name their program by: FIPS 180-4. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[64];
};

void sha256_start(struct sha256 *h);
void sha256_add(struct sha256 *h, const void *data, size_t size);

/* Writes 64 hexadecimal digits and a zero byte. */
void sha256_end(struct sha256 *h, char out[65]);

#endif
