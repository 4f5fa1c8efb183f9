#include "bench/gpu/rounds.h"

int turn(int count, int round, int place)
{
    const int odd = count % 2, shift = odd ? round / 2 : round;

    if (odd && round % 2) /* the mirror image of the round before */
        place = count - 1 - place;
    /* 0, 1, n-1, 2, n-2, ...: no two steps are equal, modulo an even n. */
    const int zigzag = place % 2 ? (place + 1) / 2 : count - place / 2;

    return (zigzag + shift) % count;
}
