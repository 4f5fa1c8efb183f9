/* lens.h - how the lens runs a kernel on the CPU and what it counts.
 *
 * A chapter's .cu file is compiled by g++ with -fsanitize=thread, which puts a
 * call before every load and store that the source makes. Those calls are ours
 * (hooks.c), not the sanitizer's. Each access becomes an event of eight bytes
 * in a log; when the 32 threads of a warp have all come to a barrier or to
 * their end, the log is checked (check.c) and counted (count.c).
 *
 *     hooks.c    an access happens: where does it go, is it allowed, log it
 *     memory.c   global memory, shared memory, and the names of what is there
 *     symbols.c  which the names of kernels and shared arrays come from, by table.c
 *     site.c     the places in the program that make accesses; lines.c, their lines
 *     fiber.c    one stack a CUDA thread
 *     host.c     what the system gives; web/ has it for a page
 *     launch.c   a launch: blocks, warps, barriers, lanes that meet
 *     check.c    races, and reads of what was never written
 *     within.c   races in a warp some of whose lanes wait for each other
 *     handover.c what blocks hand to each other by fences and atomics
 *     cost.c     the sectors and wavefronts of one request
 *     walk.c     events become requests
 *     count.c    requests become sums
 *     trace.c    or tables of addresses
 *     sample.c   a few blocks that stand for all
 *     command.c  the word `count`, and its record
 *     catch.c    the sentence that reports a mistake
 *     fail.c     how a program ends that is stopped
 *     crash.c    or that would crash, or never end; signals.c tells of it
 *     warp.c     shuffles, votes, atomics, fragments, asynchronous copies
 *     boxes.c    tiles that the copy engine brings; sends.c, those that it takes away
 *     barriers.c barriers at which threads and bytes arrive, for which others wait
 *     clusters.c blocks that run together, what they load of one another, which is checked and
 *                not counted, and barriers of some threads of one
 *     groups.c   products that four warps ask for together, and that run by themselves
 *     places.c   what a product's descriptors name
 *     order.c    who knows what of whom where all this hands over
 *     runtime.c  cudaMalloc and its kin
 *     streams.c  streams and events, and what they do not order
 *
 * What is counted. The n-th execution of one access site (one load or store in
 * the compiled program) by the lanes of a warp, between two block barriers or
 * waits for the copy engine, is one request. Let D be the distinct bytes that its
 * lanes name.
 *
 *   requests          how many
 *   bytes_asked       the sum over lanes of the size of the access
 *   sectors           global: distinct 32-byte sectors; 32 bytes each move
 *   ideal_sectors     D / 32, rounded up: what well-placed data would need
 *   bytes_moved       32 * sectors, or 128 * wavefronts for shared memory
 *   wavefronts        shared: passes over 32 banks of 4 bytes. One pass serves
 *                     one word a bank, to any number of lanes. Accesses of up
 *                     to 4 bytes go as one group of 32 lanes, of 8 as two
 *                     halves, of 16 as four quarters; loads in which lane i
 *                     and i^1 (or i and i^2) agree for all i go in half as
 *                     many groups. Each group takes as many passes as the
 *                     busiest bank has words.
 *   ideal_wavefronts  D / 128, rounded up
 *   barriers          times a block passes __syncthreads()
 *   flops_per_byte    2MNK over the bytes_moved of global memory
 *
 * Sectors: CUDA C++ Programming Guide, "Device Memory Accesses"; banks: there,
 * "Shared Memory"; the wide-access groups: microbenchmarks, and an NVIDIA
 * engineer's note on developer forum thread 77228.
 *
 * What it cannot see: caches, latency, occupancy, and what nvcc does after
 * reading the source (merging neighbouring loads into wide ones, hoisting,
 * spilling); nor that a pointer leaves a local array for another variable of its
 * thread. It counts what the source says, less what the same block of
 * straight code asks twice. Registers, local memory and constants are free; what
 * is local to a thread, no other may access.
 *
 * The record, data/lens/<stem>.csv: one row for each (line, space, op, array), where
 * a line of a header, that of a kernel that stands there, has the header's name before it,
 * as in code/kernels/tma.h:12,
 * then for each kernel and size `total` rows for (space, op), then one row with
 * space `all`, which alone has barriers and flops_per_byte (data/columns.tsv).
 * `blocks` is the size of the grid and `run` how many of its blocks were run:
 * where it is less, those stand for all (sample.h) and the row is an estimate.
 * A field that does not apply is empty. A kernel flagged PATTERN makes no
 * product: it is counted at 128 whatever sizes are asked for, and has no
 * flops_per_byte. A whole record has the others at 128, one not flagged SWEEP at
 * 4092 and 4096 as well, but where so few blocks make all of a product that one
 * would take long (sample.h). Row `barrier` of space `block` has the barriers
 * of one line.
 *
 * `verify` tries here, beside the sizes of the bench, lines of 65537 tiles, offsets
 * beyond 2^31 in C and 2^32 in A and B, and a sum of 65573 products (4129 where tiles
 * are large): command.c says of which kernels, and what runs. A page leaves out, and says
 * so, what it has no memory for, and takes the shorter sum sooner (host.h). A and B may not be
 * stored, nor loaded where alpha is 0, nor C where beta is, from the launcher's first
 * call to its return.
 *
 * LENS_CHECK=0 in the environment makes `count` look for no races and no reads
 * of what was never written; only to see what the search costs. */
#ifndef LENS_H
#define LENS_H

#include "lens/engine.h"

enum {
    WARP = 32,
    MAX_THREADS = 1024,
    MAX_WARPS = MAX_THREADS / WARP,
    MAX_RANKS = 8, /* blocks of a cluster */
    GROUP = 128,   /* threads that ask for products together: groups.h */
    SECTOR = 32,
    BANKS = 32,
    BANK_BYTES = 4
};

/* ISSUE and LAND are the two ends of an asynchronous copy into shared memory: a
 * store is counted at the first, and the bytes are there from the second. HOLD and
 * RELEASE are those of its source, where a kernel might store there meanwhile. SEND and
 * FEED are loads from shared memory that an engine begins: of a box, and of a product. */
enum op { LOAD, STORE, ATOMIC, ISSUE, LAND, HOLD, RELEASE, SEND, FEED, BARRIER };
enum space { GLOBAL, SHARED, SPACES, BLOCK = SPACES };

/* The thread that is running, and the moments that order accesses. `clock`
 * never goes back; it advances where something may order two accesses. */
struct now {
    const struct lens_launch *launch; /* null on the host */
    struct uint3 block;
    unsigned warp, lane;
    unsigned rank, ranks; /* of the block in its cluster, and how many that has */
    uint32_t clock;
    uint32_t launch_start, block_start;
    uint32_t cluster_start; /* the last time that the cluster met */
    uint32_t segment_start; /* the last barrier of the block */
    uint32_t warp_start;    /* the last __syncwarp of the warp */
    uint32_t when;          /* the clock at the accesses being checked */
    const struct moment *taken; /* what their thread had been handed */
    uint32_t stored; /* words, or parts of one, to which a launch stored as its first: crash.c */
};
extern struct now now;

/* Index of a thread in its block, and back. */
static inline unsigned thread_number(unsigned warp, unsigned lane)
{
    return warp * WARP + lane;
}
static inline unsigned current_thread(void)
{
    return thread_number(now.warp, now.lane);
}
struct uint3 thread_index(unsigned number);

/* The lowest of a non-empty set of lanes. */
static inline int first_lane(uint32_t lanes)
{
    return __builtin_ctz(lanes);
}

/* An access in the log: the site above, the address in the low 48 bits. */
typedef uint64_t event;
enum { ADDRESS_BITS = 48 };
#define EVENT_ADDRESS(e)                                                       \
    ((uintptr_t)((e) & ((UINT64_C(1) << ADDRESS_BITS) - 1)))
#define EVENT_SITE(e) ((unsigned)((e) >> ADDRESS_BITS))

/* What a lane logged without stopping; its events follow one another. */
struct piece {
    size_t first, count;
    unsigned lane;
    uint32_t clock, warp_start;
    const struct moment *taken; /* what it had been handed by then: handover.h */
};

/* Lanes that waited for one another by __syncwarp, when there had been so many
 * pieces. */
struct meeting {
    int pieces;
    uint32_t mask, clock;
};

/* What the lanes of one warp did between two barriers. */
struct log {
    event *first, *next, *end;
    struct piece *piece;
    int pieces, piece_room;
    struct meeting *meeting;
    int meetings, meeting_room;
    int checked; /* pieces that were, before lanes met: order.h */
    int partial; /* a meeting left out a lane of the warp */
    uint32_t whole; /* the clock of the last that left out none, if one did */
    int fenced;  /* a lane called __threadfence(), or arrived: boxes.h */
};
extern struct log warp_log;

/* What the running lane does from now on comes after what it did before, to
 * whom that is handed. launch.c */
void new_moment_of_lane(void);

/* Modes that the command line sets before anything runs. */
struct modes {
    int check; /* look for races and unwritten reads */
    int count; /* count requests */
};
extern struct modes modes;

/* The thread of the running block in whose stack the address lies, or -1.
 * launch.c */
int owner_of_stack(uintptr_t address);

/* What a call of the lens loads or stores that the program gives it: it must lie in
 * local variables, of which the caller tells by its own frame. hooks.c */
void must_be_own(const void *x, size_t bytes, const void *frame);

/* True when what stands at pc belongs to a kernel that ran, and was inlined from
 * nowhere. launch.c */
int is_in_kernel(uintptr_t pc);

/* The .cu file that this program was made from; source.c defines it. */
extern const char lens_source[];

#endif
