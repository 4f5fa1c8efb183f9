/* trace.h - the addresses of one line, lane by lane. */
#ifndef TRACE_H
#define TRACE_H

#include "lens/cost.h"
#include "lens/site.h"

enum { TRACED = 32 };

/* Prints the requests that `warp` of block number `block` makes at `line`, or
 * at all lines where that is 0, the first TRACED of each array, to standard
 * output, in columns between tabs:
 *
 *   kernel line space op array request lane offset row col unit pass bytes
 *
 * `request` counts from 0 for each op and array; `offset` is in bytes from the
 * start of the array; row and col are empty where the array has no shape;
 * `unit` is the sector of the offset (global) or its bank (shared); `pass`
 * numbers, from 0, the distinct sectors of the request (global) or the words
 * of a bank (shared): lanes with one pass are served together;
 * `bytes` is the size of the access. */
void trace_start(int line, unsigned warp, uint64_t block);

/* True when the running warp is to be traced. */
int tracing(void);

/* 0 when there was something to trace; else -1, with a complaint that says what
 * there is: blocks, warps, or lines that make accesses. */
int trace_end(void);

void trace_request(const struct site *s, const struct request *r);

#endif
