//> omit
/* cards.cu - one product on several cards of a server: rows of A are
 * dealt out, copied and multiplied in chunks, so that multiplying hides
 * the copying. One process, one thread, and NCCL's group calls. */
#include "bench/bench.h"
#include "bench/bound.h"
#include "bench/element.h"
#include "bench/inputs.h"
#include "bench/timing.h"
#include "kernels/dealing.h"
#include "kernels/gemm.h"
#include "probes/nccl.h"
#include "probes/product.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
//< omit

//> a card and its streams
/* One stream copies and one multiplies. An event for each chunk says
 * that its rows have arrived, or that its sums are computed. */
enum { MOST_CHUNKS = 16 * MOST_CARDS };

struct card {
    int device;
    char name[64];
    cudaStream_t copying, computing;
    cudaEvent_t copied[MOST_CHUNKS], made[MOST_CHUNKS];
    cudaEvent_t no_copies_left, no_work_left;
    struct ncclComm *comm;
};

static struct team {
    int count, is_open, has_peers, in_group, has_failed;
    struct card card[MOST_CARDS];
    const struct nccl *nccl;
    cudaEvent_t begin, start, stop; /* in the first card's streams */
} team;
//< a card and its streams

//> a card that fails ends all
/* Other cards may wait for ever for the card that failed: NCCL is
 * told to give up on all cards. The first failure is reported.
 * Returns -1. */
static int fails(const struct card *c, const char *what,
                 const char *why)
{
    if (team.has_failed)
        return -1;
    team.has_failed = 1;
    complain("card %d (%s): %s: %s", c->device, c->name, what, why);
    if (team.in_group)
        team.nccl->GroupEnd();
    for (int p = 0; p < team.count; ++p)
        if (team.card[p].comm)
            team.nccl->CommAbort(team.card[p].comm);
    return -1;
}

static int on_card(const struct card *c, cudaError_t error,
                   const char *what)
{
    return error == cudaSuccess
               ? 0
               : fails(c, what, cudaGetErrorString(error));
}

static int by_nccl(const struct card *c, int result, const char *what)
{
    return result == NCCL_RIGHT || result == NCCL_UNDER_WAY
               ? 0
               : fails(c, what, team.nccl->GetErrorString(result));
}

static int start_group(const char *what)
{
    team.in_group = 1;
    return by_nccl(&team.card[0], team.nccl->GroupStart(), what);
}

/* A group of calls fails as a whole: which card was it? */
static int end_group(const char *what)
{
    const int result = team.nccl->GroupEnd();

    team.in_group = 0;
    for (int p = 0; p < team.count && result != NCCL_RIGHT; ++p) {
        int of_card = NCCL_RIGHT;

        team.nccl->CommGetAsyncError(team.card[p].comm, &of_card);
        if (by_nccl(&team.card[p], of_card, what) != 0)
            return -1;
    }
    return by_nccl(&team.card[0], result, what);
}
//< a card that fails ends all

//> wait for all cards
/* Makes no blocking call: a card that waits for another card would keep
 * the host from seeing an error of that card. */
static int wait_for_cards(void)
{
    enum { LONGEST_MS = 60000 };
    const double begin = host_ms();

    if (team.has_failed)
        return -1;
    for (int over = 0; over < team.count;) {
        over = 0;
        for (int p = 0; p < team.count; ++p) {
            const struct card *c = &team.card[p];
            int result = NCCL_RIGHT;

            cudaSetDevice(c->device);
            const cudaError_t e = cudaStreamQuery(c->computing);

            over += e == cudaSuccess;
            if (e != cudaErrorNotReady && on_card(c, e, "work"))
                return -1;
            if (c->comm)
                team.nccl->CommGetAsyncError(c->comm, &result);
            if (by_nccl(c, result, "exchange") != 0)
                return -1;
            if (e != cudaSuccess && host_ms() - begin > LONGEST_MS)
                return fails(c, "work", "does not end in a minute");
        }
    }
    cudaGetLastError(); /* "not ready" is no error */
    return 0;
}
//< wait for all cards

//> omit
static void close_team(void)
{
    if (!team.is_open)
        return;
    team.is_open = 0;
    if (library_close)
        library_close();
    for (int p = 0; p < team.count; ++p) {
        struct card *c = &team.card[p];

        cudaSetDevice(c->device);
        if (c->comm && !team.has_failed)
            team.nccl->CommDestroy(c->comm);
        cudaStreamDestroy(c->copying);
        cudaStreamDestroy(c->computing);
        cudaEventDestroy(c->no_copies_left);
        cudaEventDestroy(c->no_work_left);
        for (int i = 0; i < MOST_CHUNKS; ++i) {
            cudaEventDestroy(c->copied[i]);
            cudaEventDestroy(c->made[i]);
        }
    }
    cudaSetDevice(team.card[0].device);
    cudaEventDestroy(team.begin);
    cudaEventDestroy(team.start);
    cudaEventDestroy(team.stop);
}

static int new_event(const struct card *c, cudaEvent_t *e)
{
    return on_card(c, cudaEventCreateWithFlags(
                          e, cudaEventDisableTiming), "event");
}
//< omit

//> open the cards
/* Blocks of the copying stream start first if both streams have some;
 * otherwise the product's blocks would fill the card. */
static int open_card(struct card *c, int device)
{
    struct cudaDeviceProp of_card;
    int least, first, status;

    c->device = device;
    cudaSetDevice(device);
    cudaGetDeviceProperties(&of_card, device);
    snprintf(c->name, sizeof c->name, "%.60s", of_card.name);
    cudaDeviceGetStreamPriorityRange(&least, &first);
    status = on_card(c, cudaStreamCreateWithPriority(
                            &c->copying, cudaStreamNonBlocking, first),
                     "stream");
    status |= on_card(c, cudaStreamCreateWithPriority(
                             &c->computing, cudaStreamNonBlocking,
                             least), "stream");
    status |= new_event(c, &c->no_copies_left);
    status |= new_event(c, &c->no_work_left);
    for (int i = 0; i < MOST_CHUNKS; ++i) {
        status |= new_event(c, &c->copied[i]);
        status |= new_event(c, &c->made[i]);
    }
    return status;
}

static int open_team(void)
{
    struct ncclComm *comms[MOST_CARDS] = {};
    int status = 0;

    if (team.is_open)
        return team.has_failed ? -1 : 0;
    team.is_open = 1;
    atexit(close_team);
    for (int p = 0; p < team.count && status == 0; ++p)
        status = open_card(&team.card[p], p);
    if (status == 0)
        status = by_nccl(&team.card[0],
                         team.nccl->CommInitAll(comms, team.count,
                                                NULL),
                         "the cards do not find each other");
    for (int p = 0; p < team.count; ++p)
        team.card[p].comm = comms[p];
    cudaSetDevice(0);
    if (status == 0)
        status = new_event(&team.card[0], &team.begin);
    cudaEventCreate(&team.start);
    cudaEventCreate(&team.stop);
    return status;
}

/* Copies from card to card need not pass through the host. */
static int open_peers(void)
{
    int status = 0;

    for (int p = 0; p < team.count * team.count; ++p) {
        const int from = p / team.count, to = p % team.count;
        int can = 0;

        cudaDeviceCanAccessPeer(&can, from, to);
        if (team.has_peers || !can || status != 0)
            continue;
        cudaSetDevice(from);
        const cudaError_t e = cudaDeviceEnablePeerAccess(to, 0);

        if (e != cudaErrorPeerAccessAlreadyEnabled)
            status = on_card(&team.card[from], e, "access to a peer");
        cudaGetLastError();
    }
    team.has_peers = 1;
    return status;
}
//< open the cards

//> a product on several cards
/* To gather: a card has its rows of A and some columns of B. It
 * receives all of A, and computes these columns of C. To scatter: it
 * has some columns of A and these rows of B. It computes partial sums
 * of all of C, and receives the total sums of its rows. */
enum { COPIES = 1, PRODUCTS = 2 };

/* NCCL's blocks copy, or DMA engines do. IN_RING: DMA engines; a card
 * multiplies its own rows first in a gather, last in a scatter. */
enum way { BY_NCCL, BY_ENGINES, IN_RING };

struct share {
    char *a, *full_a, *b; /* elements of two bytes */
    float *c, *sum;
};

struct job {
    enum pattern pattern;
    unsigned type;       /* HALF or BFLOAT16 */
    int M, N, K;
    int cards;
    int work;            /* COPIES, PRODUCTS or both */
    enum way way;
    int spared;          /* multiprocessors that no product takes */
    struct dealt split;
    struct share data[MOST_CARDS];
};

enum { BYTES = 2 }; /* of an element of A and of B */

/* Columns of B, or of A, that a card has. */
static int own_columns(const struct job *j, int p)
{
    return share_of(j->pattern == GATHER ? j->N : j->K, j->cards, p);
}
//< a product on several cards

//> a plain product
/* Without the library, as in the lens. */
template <typename T>
__global__ void plain(int M, int N, int K, float alpha, const T *A,
                      const T *B, float beta, float *C)
{
    const int row = block_y() * 16 + threadIdx.y;
    const int col = blockIdx.x * 16 + threadIdx.x;
    float acc = 0.0f;

    if (row >= M || col >= N)
        return;
    for (int k = 0; k < K; ++k)
        acc += (float)A[(size_t)row * K + k]
               * (float)B[(size_t)k * N + col];
    put(&C[(size_t)row * N + col], alpha, acc, beta);
}

template <typename T>
static void run_plain(cudaStream_t stream, int M, int N, int K,
                      const void *A, const void *B, float *C, int adds)
{
    plain<T><<<grid(blocks(N, 16), blocks(M, 16)), dim3(16, 16), 0,
               stream>>>(M, N, K, 1.0f, (const T *)A, (const T *)B,
                         adds ? 1.0f : 0.0f, C);
}
//< a plain product

//> multiply on a card
/* The library's product, which runs in any stream of any card. The
 * launcher of kernel `hopper` has one workspace and takes the default
 * stream. */
static int multiply(const struct job *j, int p, int rows, int cols,
                    int depth, const char *A, const char *B, float *C,
                    int adds)
{
    const struct card *c = &team.card[p];

    if (rows == 0 || cols == 0 || !(j->work & PRODUCTS))
        return 0;
    cudaSetDevice(c->device);
    if (library_product)
        return library_product(p, c->computing, j->type, j->spared,
                               rows, cols, depth, A, B, C, adds) == 0
                   ? 0
                   : fails(c, "product", complaint());
    (j->type & HALF ? run_plain<half> : run_plain<__nv_bfloat16>)(
        c->computing, rows, cols, depth, A, B, C, adds);
    return on_card(c, cudaGetLastError(), "product");
}
//< multiply on a card

//> gather a chunk
/* Copies every card's rows of the chunk to every card. One thread makes
 * the calls for all cards. Without the group, its first call could wait
 * for a card whose call has not been made yet. */
static int gather_chunk(const struct job *j, int chunk)
{
    const size_t row_bytes = (size_t)j->K * BYTES;
    const size_t src_offset =
        chunk * (size_t)j->split.piece_rows * row_bytes;
    const size_t dst_offset =
        first_row(&j->split, chunk, 0) * row_bytes;
    int status = start_group("gather");

    for (int p = 0; p < j->cards && status == 0; ++p)
        status = by_nccl(
            &team.card[p],
            team.nccl->AllGather(
                j->data[p].a + src_offset,
                j->data[p].full_a + dst_offset,
                (size_t)j->split.piece_rows * j->K,
                j->type & HALF ? NCCL_HALF : NCCL_BFLOAT16,
                team.card[p].comm, team.card[p].copying),
            "gather");
    return status == 0 ? end_group("gather") : -1;
}
//< gather a chunk

//> gather a chunk by DMA engines
/* Does the same without NCCL: each card copies its rows to all cards. A
 * copy to another card needs no SM. */
static int send_chunk(const struct job *j, int chunk)
{
    const size_t row_bytes = (size_t)j->K * BYTES;
    const size_t bytes = j->split.piece_rows * row_bytes;
    int status = 0;

    for (int p = 0; p < j->cards; ++p)
        for (int i = 0; i < j->cards && status == 0; ++i) {
            const struct card *c = &team.card[p];
            const int dst_card = (p + i) % j->cards;

            status = on_card(
                c,
                cudaMemcpyPeerAsync(
                    j->data[dst_card].full_a
                        + first_row(&j->split, chunk, p) * row_bytes,
                    team.card[dst_card].device,
                    j->data[p].a + chunk * bytes, c->device, bytes,
                    c->copying), "copy to a card");
        }
    return status;
}
//< gather a chunk by DMA engines

//> multiply a gathered chunk
/* With NCCL a card's rows have arrived when its own call is over. With
 * engines, rows have arrived when the other cards have sent them. */
static int multiply_gathered(const struct job *j, int chunk)
{
    const int first = first_row(&j->split, chunk, 0);
    int status = 0;

    for (int p = 0; p < j->cards && status == 0; ++p) {
        const struct card *c = &team.card[p];
        const struct share *s = &j->data[p];
        const int cols = own_columns(j, p);

        for (int q = 0; q < j->cards && j->work & COPIES; ++q)
            if (q == p || j->way != BY_NCCL)
                status |= on_card(
                    c,
                    cudaStreamWaitEvent(c->computing,
                                        team.card[q].copied[chunk], 0),
                    "wait");
        status |= multiply(j, p, rows_of_chunk(&j->split, chunk), cols,
                           j->K,
                           s->full_a + (size_t)first * j->K * BYTES,
                           s->b, s->c + (size_t)first * cols, 0);
    }
    return status;
}
//< multiply a gathered chunk

//> gather, then multiply
/* The host starts copies one chunk ahead of products, so that copies
 * also reach the card first. */
static int gather_multiply(const struct job *j)
{
    int status = 0;

    for (int i = 0; i <= j->split.pieces && status == 0; ++i) {
        if (i < j->split.pieces && j->work & COPIES) {
            status = j->way == BY_NCCL ? gather_chunk(j, i)
                                       : send_chunk(j, i);
            for (int p = 0; p < j->cards && status == 0; ++p)
                status = on_card(&team.card[p],
                                 cudaEventRecord(
                                     team.card[p].copied[i],
                                     team.card[p].copying), "event");
        }
        if (i > 0 && status == 0)
            status = multiply_gathered(j, i - 1);
    }
    return status;
}
//< gather, then multiply

//> reduce and scatter a chunk
/* Adds up the cards' sums for the chunk's rows. Each card receives the
 * rows that belong to it. */
static int scatter_chunk(const struct job *j, int chunk)
{
    const size_t count = (size_t)j->split.piece_rows * j->N;
    const size_t src_offset =
        (size_t)first_row(&j->split, chunk, 0) * j->N;
    int status = start_group("scatter");

    for (int p = 0; p < j->cards && status == 0; ++p)
        status = by_nccl(
            &team.card[p],
            team.nccl->ReduceScatter(
                j->data[p].c + src_offset,
                j->data[p].sum + chunk * count, count, NCCL_FLOAT,
                NCCL_SUM, team.card[p].comm, team.card[p].copying),
            "scatter");
    return status == 0 ? end_group("scatter") : -1;
}
//< reduce and scatter a chunk

//> multiply, then reduce and scatter
static int multiply_scatter(const struct job *j)
{
    int status = 0;

    for (int i = 0; i < j->split.pieces && status == 0; ++i) {
        const int first = first_row(&j->split, i, 0);

        for (int p = 0; p < j->cards && status == 0; ++p) {
            const struct card *c = &team.card[p];
            const struct share *s = &j->data[p];
            const int depth = own_columns(j, p);

            status = multiply(j, p, rows_of_chunk(&j->split, i), j->N,
                              depth,
                              s->a + (size_t)first * depth * BYTES,
                              s->b, s->c + (size_t)first * j->N, 0);
            status |= on_card(c, cudaEventRecord(c->made[i],
                                                 c->computing),
                              "event");
            status |= on_card(c, cudaStreamWaitEvent(c->copying,
                                                     c->made[i], 0),
                              "wait");
        }
        if (status == 0 && j->work & COPIES)
            status = scatter_chunk(j, i);
    }
    return status;
}
//< multiply, then reduce and scatter

//> send a share, own rows first
/* Step 0 multiplies a card's own rows. Step s multiplies the rows of
 * the s-th card after it. Each card sends its rows to the card before
 * it first, then to the one before that, and so on. */
static int send_share(const struct job *j, int step)
{
    const size_t row_bytes = (size_t)j->K * BYTES;
    int status = 0;

    for (int p = 0; p < j->cards; ++p)
        for (int i = 0; i < j->split.pieces && status == 0; ++i) {
            const struct card *c = &team.card[p];
            const int dst_card = (p + j->cards - step) % j->cards;
            const int piece = (step - 1) * j->split.pieces + i;
            const size_t src_offset =
                (size_t)i * j->split.piece_rows * row_bytes;

            status = on_card(
                c,
                cudaMemcpyPeerAsync(
                    j->data[dst_card].full_a
                        + ring_row(&j->split, p, i) * row_bytes,
                    team.card[dst_card].device,
                    j->data[p].a + src_offset, c->device,
                    j->split.piece_rows * row_bytes, c->copying),
                "copy to a card");
            status |= on_card(c, cudaEventRecord(c->copied[piece],
                                                 c->copying), "event");
        }
    return status;
}
//< send a share, own rows first

//> multiply a share, own rows first
static int multiply_share(const struct job *j, int p, int step)
{
    const struct card *c = &team.card[p];
    const struct share *s = &j->data[p];
    const int q = (p + step) % j->cards, cols = own_columns(j, p);
    const int own = rows_of_card(&j->split);
    const size_t row_bytes = (size_t)j->K * BYTES;
    int status = 0;

    if (step == 0)
        return multiply(j, p, rows_from(&j->split, p * own, own), cols,
                        j->K, s->a, s->b,
                        s->c + (size_t)p * own * cols, 0);
    for (int i = 0; i < j->split.pieces && status == 0; ++i) {
        const int first = ring_row(&j->split, q, i);
        const int piece = (step - 1) * j->split.pieces + i;

        if (j->work & COPIES)
            status = on_card(
                c, cudaStreamWaitEvent(c->computing,
                                       team.card[q].copied[piece], 0),
                "wait");
        status |= multiply(j, p,
                           rows_from(&j->split, first,
                                     j->split.piece_rows),
                           cols, j->K, s->full_a + first * row_bytes,
                           s->b, s->c + (size_t)first * cols, 0);
    }
    return status;
}
//< multiply a share, own rows first

//> gather in a ring
static int gather_in_ring(const struct job *j)
{
    int status = 0;

    for (int step = 0; step < j->cards && status == 0; ++step) {
        if (step + 1 < j->cards && j->work & COPIES)
            status = send_share(j, step + 1);
        for (int p = 0; p < j->cards && status == 0; ++p)
            status = multiply_share(j, p, step);
    }
    return status;
}
//< gather in a ring

//> add up on the way, own rows last
/* The sums of a card's rows start on the next card, move from card to
 * card, and end on the card itself. Each card adds its product to the
 * sums that it has received. While a card computes one piece, the sums
 * of the piece before are copied to the next card. */
static int add_share(const struct job *j, int p, int step)
{
    const struct card *c = &team.card[p];
    const struct share *s = &j->data[p];
    const int previous_card = (p + j->cards - 1) % j->cards;
    const int next_card = (p + 1) % j->cards, depth = own_columns(j, p);
    const int q = (p + 2 * j->cards - 1 - step) % j->cards;
    int status = 0;

    for (int i = 0; i < j->split.pieces && status == 0; ++i) {
        const int first = ring_row(&j->split, q, i);
        const int rows =
            rows_from(&j->split, first, j->split.piece_rows);
        const int piece = step * j->split.pieces + i;
        const size_t offset = (size_t)first * j->N;

        if (step > 0 && j->work & COPIES)
            status |= on_card(
                c,
                cudaStreamWaitEvent(
                    c->computing,
                    team.card[previous_card]
                        .copied[piece - j->split.pieces], 0),
                "wait");
        status |= multiply(j, p, rows, j->N, depth,
                           s->a + (size_t)first * depth * BYTES, s->b,
                           s->c + offset, step > 0);
        if (step + 1 == j->cards || !(j->work & COPIES))
            continue;
//> send the sums on
        status |= on_card(c, cudaEventRecord(c->made[piece],
                                             c->computing), "event");
        status |= on_card(c, cudaStreamWaitEvent(c->copying,
                                                 c->made[piece], 0),
                          "wait");
        status |= on_card(
            c, cudaMemcpyPeerAsync(j->data[next_card].c + offset,
                                   team.card[next_card].device,
                                   s->c + offset, c->device,
                                   (size_t)rows * j->N * sizeof *s->c,
                                   c->copying), "copy to a card");
        status |= on_card(c, cudaEventRecord(c->copied[piece],
                                             c->copying), "event");
//< send the sums on
    }
    return status;
}
//< add up on the way, own rows last

//> scatter in a ring
static int scatter_in_ring(const struct job *j)
{
    int status = 0;

    for (int step = 0; step < j->cards; ++step)
        for (int p = 0; p < j->cards && status == 0; ++p)
            status = add_share(j, p, step);
    return status;
}
//< scatter in a ring

//> all streams begin and end together
static int begin_together(int cards)
{
    int status = on_card(&team.card[0],
                         cudaEventRecord(team.begin,
                                         team.card[0].computing),
                         "event");

    for (int p = 0; p < cards; ++p) {
        const struct card *c = &team.card[p];

        status |= on_card(c, cudaStreamWaitEvent(c->copying, team.begin,
                                                 0), "wait");
        status |= on_card(c, cudaStreamWaitEvent(c->computing,
                                                 team.begin, 0),
                          "wait");
    }
    return status;
}

/* Makes the first card's stream continue after all other streams. */
static int end_together(int cards)
{
    int status = 0;

    for (int p = 0; p < cards; ++p) {
        const struct card *c = &team.card[p];

        status |= on_card(c, cudaEventRecord(c->no_copies_left,
                                             c->copying), "event");
        status |= on_card(c, cudaStreamWaitEvent(c->computing,
                                                 c->no_copies_left, 0),
                          "wait");
        status |= on_card(c, cudaEventRecord(c->no_work_left,
                                             c->computing), "event");
        status |= on_card(c, cudaStreamWaitEvent(
                                 team.card[0].computing,
                                 c->no_work_left, 0), "wait");
    }
    return status;
}

static int run_job(const void *ctx)
{
    const struct job *j = (const struct job *)ctx;
    int status = begin_together(j->cards);

    if (status == 0 && j->way == IN_RING)
        status = j->pattern == GATHER ? gather_in_ring(j)
                                      : scatter_in_ring(j);
    else if (status == 0)
        status = j->pattern == GATHER ? gather_multiply(j)
                                      : multiply_scatter(j);
    return status == 0 ? end_together(j->cards) : -1;
}
//< all streams begin and end together

//> omit
/* A part of A or of B: `high` of every `apart` rows, from row0 on, and
 * columns from col0 on, of a matrix of rows x cols; beyond it zeros. */
struct part {
    enum inputs kind;
    int left, rows, cols;
    int row0, high, apart;
    int col0, wide;
    unsigned type;
};

enum { OF_A = 1, OF_B = 2 };

static __global__ void fill_part(uint16_t *to, size_t count,
                                 struct part x)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
         i < count; i += step) {
        const int at = (int)(i / x.wide);
        const int row = x.row0 + at / x.high * x.apart + at % x.high;
        const size_t index =
            (size_t)row * x.cols + x.col0 + i % x.wide;
        const float value =
            row < x.rows ? input(x.kind, x.left, x.left ? OF_A : OF_B,
                                 x.cols, index)
                         : 0.0f;

        to[i] = x.type & HALF ? half_from(value)
                              : bfloat16_from(value);
    }
}

static int new_part(const struct card *c, char **to, int rows,
                    const struct part *x)
{
    const size_t count = (size_t)rows * x->wide;

    if (on_card(c, cudaMalloc((void **)to, count * BYTES + 16),
                "memory") != 0)
        return -1;
    if (count > 0)
        fill_part<<<256, 256, 0, c->computing>>>((uint16_t *)*to, count,
                                                 *x);
    return on_card(c, cudaGetLastError(), "inputs");
}

static int new_floats(const struct card *c, float **to, size_t count)
{
    return on_card(c, cudaMalloc((void **)to, count * sizeof **to + 16),
                   "memory");
}

static int new_gather(struct job *j, enum inputs kind, int p)
{
    struct card *c = &team.card[p];
    struct share *s = &j->data[p];
    const int high = j->split.piece_rows > 0 ? j->split.piece_rows : 1;
    const int cols = own_columns(j, p);
    const int own = rows_of_card(&j->split);
    const struct part a =
        j->way == IN_RING
            ? (struct part){kind, 1, j->M, j->K, p * own, INT_MAX, 0, 0,
                            j->K, j->type}
            : (struct part){kind, 1, j->M, j->K, p * high, high,
                            j->cards * high, 0, j->K, j->type};
    /* without copies all of A must be there already */
    const struct part all = {kind, 1, j->M, j->K, 0, INT_MAX, 0, 0,
                             j->K, j->type};
    const struct part b = {kind, 0, j->K, j->N, 0, INT_MAX, 0,
                           share_at(j->N, j->cards, p), cols, j->type};

    if (new_part(c, &s->a, own, &a) != 0 ||
        new_part(c, &s->full_a, rows_of_all(&j->split), &all) != 0 ||
        new_part(c, &s->b, j->K, &b) != 0)
        return -1;
    return new_floats(c, &s->c, (size_t)j->M * cols);
}

static int new_scatter(struct job *j, enum inputs kind, int p)
{
    struct card *c = &team.card[p];
    struct share *s = &j->data[p];
    const int from = share_at(j->K, j->cards, p);
    const int depth = own_columns(j, p);
    const struct part a = {kind, 1, j->M, j->K, 0, INT_MAX, 0, from,
                           depth, j->type};
    const struct part b = {kind, 0, j->K, j->N, from, INT_MAX, 0, 0,
                           j->N, j->type};

    if (new_part(c, &s->a, j->M, &a) != 0 ||
        new_part(c, &s->b, depth, &b) != 0 ||
        new_floats(c, &s->c,
                   (size_t)rows_of_all(&j->split) * j->N) != 0)
        return -1;
    return j->way == IN_RING ? 0 : new_floats(c, &s->sum,
                      (size_t)rows_of_card(&j->split) * j->N);
}

/* Poisons what is to be computed; rows beyond the matrix are added up
 * too, and must be there. */
static int poison(const struct job *j)
{
    int status = 0;

    for (int p = 0; p < j->cards && status == 0; ++p) {
        const struct card *c = &team.card[p];
        const struct share *s = &j->data[p];
        const size_t row = j->pattern == GATHER ? own_columns(j, p)
                                                : j->N;
        const size_t in = (size_t)j->M * row;
        const size_t all = j->pattern == GATHER
                               ? in
                               : (size_t)rows_of_all(&j->split) * row;

        cudaSetDevice(c->device);
        status |= on_card(c, cudaMemsetAsync(s->c, 0xff,
                                             in * sizeof(float),
                                             c->computing), "memory");
        status |= on_card(c, cudaMemsetAsync(s->c + in, 0,
                                             (all - in) * sizeof(float),
                                             c->computing), "memory");
        if (s->sum)
            status |= on_card(
                c, cudaMemsetAsync(s->sum, 0xff,
                                   (size_t)rows_of_card(&j->split)
                                       * j->N * sizeof(float),
                                   c->computing),
                "memory");
        if (s->full_a && j->work & COPIES)
            status |= on_card(
                c, cudaMemsetAsync(s->full_a, 0xff,
                                   (size_t)rows_of_all(&j->split) * j->K
                                       * BYTES, c->computing),
                "memory");
    }
    return status == 0 ? wait_for_cards() : -1;
}

static void free_job(struct job *j)
{
    for (int p = 0; p < j->cards; ++p) {
        struct share *s = &j->data[p];

        cudaSetDevice(team.card[p].device);
        cudaFree(s->a);
        cudaFree(s->full_a);
        cudaFree(s->b);
        cudaFree(s->c);
        cudaFree(s->sum);
    }
    cudaSetDevice(0);
}

static int new_job(struct job *j, enum inputs kind, int chunks)
{
    int status = open_team();

    j->split = deal(j->M, j->cards, chunks);
    if (status == 0 && j->way != BY_NCCL)
        status = open_peers();
    for (int p = 0; p < j->cards && status == 0; ++p) {
        cudaSetDevice(team.card[p].device);
        status = j->pattern == GATHER ? new_gather(j, kind, p)
                                      : new_scatter(j, kind, p);
    }
    return status == 0 ? poison(j) : -1;
}

/* Reads an element of C from the card that has it. */
static int element(const struct job *j, int row, int col, float *got)
{
    const float *at;
    int p = 0;

    if (j->pattern == GATHER) {
        while (share_at(j->N, j->cards, p + 1) <= col)
            ++p;
        at = j->data[p].c + (size_t)row * own_columns(j, p) + col
             - share_at(j->N, j->cards, p);
    } else if (j->way == IN_RING) {
        p = row / rows_of_card(&j->split);
        at = j->data[p].c + (size_t)row * j->N + col;
    } else {
        p = card_of_row(&j->split, row);
        at = j->data[p].sum
             + (size_t)place_of_row(&j->split, row) * j->N + col;
    }
    cudaSetDevice(team.card[p].device);
    return on_card(&team.card[p],
                   cudaMemcpy(got, at, sizeof *got,
                              cudaMemcpyDeviceToHost), "copy");
}
//< omit

//> hold an element against float64
static int check_element(const struct job *j, enum inputs kind, int row,
                         int col)
{
    double want = 0.0, mag = 0.0;
    float got;

    for (int k = 0; k < j->K; ++k) {
        const float a = input(kind, 1, OF_A, j->K,
                              (size_t)row * j->K + k);
        const float b = input(kind, 0, OF_B, j->N,
                              (size_t)k * j->N + col);
        const double x = (double)rounded_to(j->type, a)
                         * (double)rounded_to(j->type, b);

        want += x;
        mag += fabs(x);
    }
    if (element(j, row, col, &got) != 0)
        return -1;
    const double most =
        kind == INTEGERS ? 0.0
                         : bound_of(j->type, mag, j->K + j->cards);

    if (error_over(got, want, most) <= 1.0)
        return 0;
    return complain("%dx%dx%d in %d chunks on %d cards: C[%d][%d] is "
                    "%.9g, should be %.9g", j->M, j->N, j->K,
                    j->split.pieces, j->cards, row, col, (double)got,
                    want);
}
//< hold an element against float64

//> omit
/* All elements or, of more than so many, as many here and there. */
static int check_job(const struct job *j, enum inputs kind, int passes,
                     size_t most)
{
    const size_t count = (size_t)j->M * j->N;
    int status = 0;

    for (int i = 0; i < passes && status == 0; ++i)
        status = run_job(j);
    if (status == 0)
        status = wait_for_cards();

    for (size_t i = 0; i < count && i < most && status == 0; ++i) {
        const size_t at = count <= most ? i : hash64(i) % count;

        status = check_element(j, kind, (int)(at / j->N),
                               (int)(at % j->N));
    }
    cudaSetDevice(0);
    return status;
}

template <int PATTERN, int WAY, unsigned TYPE>
static int verify_cards(void)
{
    static const int sizes[][3] = {
        {1, 1, 1}, {2, 3, 5}, {17, 19, 23}, {67, 5, 31}, {130, 33, 17},
        {515, 1029, 771}
    };
    static const int chunks[] = {1, 3, 16};
    const int count = library_product ? 6 : 5;
    int status = 0;

    for (int s = 0; s < count; ++s)
        for (int c = 0; c < 3 && status == 0; ++c) {
            const enum inputs kind =
                (s + c) % 2 ? INTEGERS : UNIFORM;
            struct job j = {(enum pattern)PATTERN, TYPE, sizes[s][0],
                            sizes[s][1], sizes[s][2], team.count,
                            COPIES | PRODUCTS, (enum way)WAY};

            status = new_job(&j, kind, chunks[c]);
            if (status == 0)
                status = check_job(&j, kind, 1, 1 << 13);
            if (status == 0) /* passes that follow each other */
                status = check_job(&j, kind, 2, 64);
            free_job(&j);
        }
    return status;
}

/* Passes of a piece of work that follow each other, in microseconds
 * each; negative, with a complaint. */
static double passes_us(int (*work)(const void *), const void *ctx,
                        int times)
{
    cudaStream_t in = team.card[0].computing;
    float ms = 0.0f;
    int status = on_card(&team.card[0], cudaEventRecord(team.start, in),
                         "event");

    for (int i = 0; i < times && status == 0; ++i)
        status = work(ctx);
    if (status == 0)
        status = on_card(&team.card[0], cudaEventRecord(team.stop, in),
                         "event");
    if (status == 0)
        status = wait_for_cards();
    if (status == 0)
        status = on_card(&team.card[0],
                         cudaEventElapsedTime(&ms, team.start,
                                              team.stop), "clock");
    cudaSetDevice(0);
    return status == 0 ? 1e3 * (double)ms / times : -1.0;
}

/* So many rounds of at least 8 ms, after a tenth of a second of the
 * same. */
static int sample_passes(int (*work)(const void *), const void *ctx,
                         int rounds, struct samples *out)
{
    const double begin = host_ms();
    double us = passes_us(work, ctx, 1);
    int times = 1;

    while (us >= 0.0 && (times * us < 8e3 ||
                         host_ms() - begin < 100.0)) {
        if (times * us < 8e3)
            times = us > 0.0 && 8e3 / us < 8.0 * times
                        ? (int)(8e3 / us) + 1
                        : 8 * times;
        us = passes_us(work, ctx, times);
    }
    for (int i = 0; i < rounds && us >= 0.0; ++i) {
        us = passes_us(work, ctx, times);
        if (us >= 0.0)
            add_sample(out, us);
    }
    return us >= 0.0 ? 0 : -1;
}

enum { ROUNDS = 11, FEW_CHECKED = 32, WIDE = 8192 };

/* n x n x n or, for few rows, n x 8192 x 8192. */
static struct job job_of(enum pattern pattern, enum way way,
                         unsigned type, int parts, int spared, int few,
                         long long n)
{
    const int side = few ? WIDE : (int)n;
    const struct job j = {pattern, type, (int)n, side, side, team.count,
                          parts, way, spared};

    return j;
}

static int sample_job(struct job *j, int chunks, int rounds,
                      struct samples *out)
{
    int status = new_job(j, UNIFORM, chunks);

    if (status == 0 && j->work == (COPIES | PRODUCTS))
        status = check_job(j, UNIFORM, 1, FEW_CHECKED);
    if (status == 0)
        status = sample_passes(run_job, j, rounds, out);
    free_job(j);
    return status;
}
//< omit

//> measure a product on several cards
template <int PATTERN, int WAY, unsigned TYPE, int CHUNKS, int PARTS,
          int SPARED, int FEW>
static int measure_cards(long long n, struct samples *out)
{
    struct job j = job_of((enum pattern)PATTERN, (enum way)WAY, TYPE,
                          PARTS, SPARED, FEW, n);

    return sample_job(&j, CHUNKS, ROUNDS, out);
}

/* The same product on the first card alone. */
template <unsigned TYPE, int FEW>
static int measure_one(long long n, struct samples *out)
{
    struct job j = job_of(GATHER, BY_NCCL, TYPE, PRODUCTS, 0, FEW, n);

    j.cards = 1;
    return sample_job(&j, 1, ROUNDS, out);
}
//< measure a product on several cards

//> omit
static double median_of(struct samples *s)
{
    for (int i = 1; i < s->n; ++i)
        for (int k = i; k > 0 && s->value[k] < s->value[k - 1]; --k) {
            const double x = s->value[k];

            s->value[k] = s->value[k - 1];
            s->value[k - 1] = x;
        }
    return s->n > 0 ? s->value[s->n / 2] : -1.0;
}

/* Bytes from card to card: each gets a share from every other one. */
enum copying { GATHERED, SCATTERED, ONE_WAY, ALL_WAYS };

struct exchange {
    enum copying how;
    size_t bytes; /* that a card gets, with its own share */
    char *from[MOST_CARDS], *to[MOST_CARDS];
};

static int run_collective(const struct exchange *x)
{
    const size_t each = x->bytes / team.count;
    int status = start_group("exchange");

    for (int p = 0; p < team.count && status == 0; ++p) {
        const struct card *c = &team.card[p];

        status = by_nccl(
            c,
            x->how == GATHERED
                ? team.nccl->AllGather(x->from[p], x->to[p], each,
                                       NCCL_CHAR, c->comm, c->copying)
                : team.nccl->ReduceScatter(x->from[p], x->to[p],
                                           each / sizeof(float),
                                           NCCL_FLOAT, NCCL_SUM,
                                           c->comm, c->copying),
            "exchange");
    }
    return status == 0 ? end_group("exchange") : -1;
}

static int run_copies(const struct exchange *x)
{
    const size_t each = x->bytes / team.count;
    int status = 0;

    for (int p = 0; p < team.count; ++p)
        for (int i = 1; i < team.count && status == 0; ++i) {
            const struct card *c = &team.card[p];
            const int to = (p + i) % team.count;

            if (x->how == ONE_WAY && to != 0)
                continue;
            status = on_card(
                c, cudaMemcpyPeerAsync(x->to[to] + p * each,
                                       team.card[to].device, x->from[p],
                                       c->device, each, c->copying),
                "copy to a card");
        }
    return status;
}

static int run_exchange(const void *ctx)
{
    const struct exchange *x = (const struct exchange *)ctx;
    int status = begin_together(team.count);

    if (status == 0)
        status = x->how <= SCATTERED ? run_collective(x)
                                     : run_copies(x);
    return status == 0 ? end_together(team.count) : -1;
}

static void free_exchange(struct exchange *x)
{
    for (int p = 0; p < team.count; ++p) {
        cudaSetDevice(team.card[p].device);
        cudaFree(x->from[p]);
        cudaFree(x->to[p]);
    }
    cudaSetDevice(0);
}

static int new_exchange(struct exchange *x)
{
    int status = open_team();

    if (status == 0 && x->how > SCATTERED)
        status = open_peers();
    for (int p = 0; p < team.count && status == 0; ++p) {
        const struct card *c = &team.card[p];

        cudaSetDevice(c->device);
        status |= on_card(c, cudaMalloc((void **)&x->from[p],
                                        x->bytes + 16), "memory");
        status |= on_card(c, cudaMalloc((void **)&x->to[p],
                                        x->bytes + 16), "memory");
        if (status == 0)
            status = on_card(c, cudaMemsetAsync(x->from[p], p + 1,
                                                x->bytes, c->computing),
                             "memory");
    }
    return status == 0 ? wait_for_cards() : -1;
}

/* Bytes that come to a card from others, over the time. */
template <int HOW>
static int measure_copies(long long bytes, struct samples *out)
{
    struct exchange x = {(enum copying)HOW, (size_t)bytes};
    struct samples us = {};
    const double others =
        (double)bytes / team.count * (team.count - 1);
    int status = new_exchange(&x);

    if (status == 0)
        status = sample_passes(run_exchange, &x, ROUNDS, &us);
    for (int i = 0; i < us.n; ++i)
        add_sample(out, others / us.value[i] / 1e3);
    free_exchange(&x);
    return status;
}

/* Products on every card, one after another, alone or beside copies
 * that last longer. */
struct beside {
    struct job job;
    struct exchange exchange;
    int repeats; /* of the exchange; 0: the products are alone */
    int products;
};

static int run_beside(const void *ctx)
{
    const struct beside *b = (const struct beside *)ctx;
    int status = begin_together(team.count);

    for (int i = 0; i < b->repeats && status == 0; ++i)
        status = b->exchange.how <= SCATTERED
                     ? run_collective(&b->exchange)
                     : run_copies(&b->exchange);
    for (int i = 0; i < b->products && status == 0; ++i)
        status = gather_multiply(&b->job);
    return status;
}

/* The products are over, and the copies are not. */
static double product_beside_us(const struct beside *b, int *is_covered)
{
    const struct card *c = &team.card[0];
    float ms = 0.0f;
    int status = on_card(c, cudaEventRecord(team.start, c->computing),
                         "event");

    if (status == 0)
        status = run_beside(b);
    if (status == 0)
        status = on_card(c, cudaEventRecord(team.stop, c->computing),
                         "event");
    while (status == 0) {
        const cudaError_t e = cudaEventQuery(team.stop);

        if (e == cudaSuccess)
            break;
        if (e != cudaErrorNotReady)
            status = on_card(c, e, "work");
    }
    *is_covered =
        b->repeats == 0 || cudaStreamQuery(c->copying) != cudaSuccess;
    if (status == 0 && end_together(team.count) == 0)
        status = wait_for_cards();
    if (status == 0)
        status = on_card(c, cudaEventElapsedTime(&ms, team.start,
                                                 team.stop), "clock");
    return status == 0 ? 1e3 * (double)ms / b->products : -1.0;
}

static int sample_beside(struct beside *b, int rounds,
                         struct samples *out)
{
    enum { MOST_REPEATS = 4096 };
    int covered = 0, status = new_job(&b->job, UNIFORM, 1);
    const int beside = b->repeats;
    double us = 0.0;

    if (status == 0)
        status = new_exchange(&b->exchange);
    const double begin = host_ms();

    for (b->products = 1; status == 0 && (host_ms() - begin < 100.0 ||
                                          !covered);) {
        us = product_beside_us(b, &covered);
        status = us < 0.0 ? -1 : 0;
        if (status == 0 && !covered && (b->repeats *= 2) > MOST_REPEATS)
            status = complain("copies are over before products are");
        if (status == 0 && b->products * us < 8e3)
            b->products *= 2;
    }
    b->repeats += b->repeats / 2;
    for (int i = 0; i < rounds && status == 0; ++i) {
        us = product_beside_us(b, &covered);
        status = us < 0.0 ? -1 : 0;
        if (status == 0 && covered)
            add_sample(out, us);
    }
    b->repeats = beside;
    free_exchange(&b->exchange);
    free_job(&b->job);
    return status;
}

static struct beside beside_of(int how, int is_beside, int spared,
                               long long n)
{
    struct beside b = {job_of(GATHER, BY_NCCL, BFLOAT16, PRODUCTS,
                              spared, 0, n),
                       {(enum copying)how, (size_t)64 << 20},
                       is_beside, 1};

    return b;
}

template <int HOW, int IS_BESIDE, int SPARED>
static int measure_beside(long long n, struct samples *out)
{
    struct beside b = beside_of(HOW, IS_BESIDE, SPARED, n);

    return sample_beside(&b, ROUNDS, out);
}

/* The host's time to ask for a product in chunks, for all cards. */
static int sample_asking(struct job *j, int chunks, int rounds,
                         struct samples *out)
{
    enum { TIMES = 8 };
    int status = new_job(j, UNIFORM, chunks);

    for (int i = -1; i < rounds && status == 0; ++i) {
        const double begin = host_ms();

        for (int t = 0; t < TIMES && status == 0; ++t)
            status = run_job(j);
        if (i >= 0)
            add_sample(out, 1e3 * (host_ms() - begin) / TIMES);
        if (status == 0)
            status = wait_for_cards();
    }
    free_job(j);
    return status;
}

template <int PATTERN, int WAY, int CHUNKS>
static int measure_asking(long long n, struct samples *out)
{
    struct job j = job_of((enum pattern)PATTERN, (enum way)WAY,
                          BFLOAT16, COPIES | PRODUCTS, 0, 0, n);

    return sample_asking(&j, CHUNKS, ROUNDS, out);
}

static int count_cards(long long, struct samples *out)
{
    add_sample(out, team.count);
    return 0;
}
//< omit

//> what the model is told
/* Of the copies and the products of a number of chunks, each alone; of
 * a pass without either; of the host's asking; and of the part of a
 * card that copying takes: in a few rounds each, and microseconds. */
static double part_us(struct job j, int chunks, int parts)
{
    struct samples s = {};

    j.work = parts;
    return sample_job(&j, chunks, 3, &s) == 0 ? median_of(&s) : -1.0;
}

static double asked_us(struct job j, int chunks)
{
    struct samples s = {};

    j.work = COPIES | PRODUCTS;
    return sample_asking(&j, chunks, 3, &s) == 0 ? median_of(&s) : -1.0;
}

static double taken_by(int how)
{
    static double known[ALL_WAYS + 1];
    enum { N = 8192 };

    if (known[how] == 0.0) {
        struct beside with = beside_of(how, 1, 0, N);
        struct beside without = beside_of(how, 0, 0, N);
        struct samples a = {}, b = {};

        if (sample_beside(&with, 5, &a) != 0 ||
            sample_beside(&without, 5, &b) != 0)
            return -1.0;
        known[how] = 1.0 - median_of(&b) / median_of(&a);
        if (known[how] < 0.0)
            known[how] = 0.0;
    }
    return known[how];
}
//< what the model is told

//> predict a measured row
template <int PATTERN, int WAY, unsigned TYPE, int CHUNKS, int FEW>
static int predict_row(long long n, struct samples *out)
{
    const enum pattern p = (enum pattern)PATTERN;
    const enum way way = (enum way)WAY;
    const struct job j = job_of(p, way, TYPE, COPIES, 0, FEW, n);
    const int sent = way == IN_RING ? (j.cards - 1) * CHUNKS : CHUNKS;
    const int made = way == IN_RING ? j.cards * CHUNKS : CHUNKS;
    const double fixed_us = part_us(j, CHUNKS, 0);
    const double asked = asked_us(j, CHUNKS);
    const double copies = part_us(j, CHUNKS, COPIES);
    const double products = part_us(j, CHUNKS, PRODUCTS);
    const double copy_share = taken_by(way != BY_NCCL ? ALL_WAYS
                                       : p == GATHER  ? GATHERED
                                                      : SCATTERED);

    if (fixed_us < 0.0 || asked < 0.0 || copies < 0.0 ||
        products < 0.0 || copy_share < 0.0)
        return -1;
    const double copy = (copies - fixed_us) / sent;
    const double product = (products - fixed_us) / made;
    const double us =
        way == IN_RING
            ? ring_us(p, j.cards, CHUNKS, copy, product, copy_share,
                      fixed_us)
            : chunks_us(CHUNKS, copy, product, copy_share, fixed_us);

    add_sample(out, us > asked ? us : asked);
    return 0;
}
//< predict a measured row

//> a machine for the model
/* An H200 as this program has measured it: products from rows one-card
 * of 4096 and 8192, copies from peer-all-ways and from own-first-1
 * without products, what copies take from beside-peer-copies. Assumed:
 * eight cards of a server copy as two do, and 400 Gbit/s a card join
 * the servers. */
static const struct machine of_h200 = {
    132, 128, 256, 13.2, 2.2, /* product */
    8.0, 390e3, 50e3, 8,      /* copies */
    0.11, 12.0                /* both */
};

/* What the model says of the ring, in as many pieces as are best. */
template <int PATTERN, int N>
static int model_cards(long long cards, struct samples *out)
{
    const enum pattern p = (enum pattern)PATTERN;
    const int pieces = best_pieces(&of_h200, p, (int)cards, N, N, N);

    add_sample(out,
               model_us(&of_h200, p, (int)cards, pieces, N, N, N));
    return 0;
}

template <int PATTERN, int CARDS, int PIECES>
static int model_size(long long n, struct samples *out)
{
    add_sample(out, model_us(&of_h200, (enum pattern)PATTERN, CARDS,
                             PIECES, (double)n, (double)n, (double)n));
    return 0;
}
//< a machine for the model

//> what is measured
#define SIZES {1024, 2048, 4096, 8192, 16384}
#define EVEN {2048, 2304, 2560, 2816, 3072, 3584, 4096}
#define ROWS {64, 256, 512, 1024, 2048, 4096, 8192}
#define BOTH (COPIES | PRODUCTS)
#define CARDS(topic, name, pattern, way, type, chunks, parts, spared,  \
              few, ...)                                                \
    {topic, name, "us", __VA_ARGS__,                                   \
     measure_cards<pattern, way, type, chunks, parts, spared, few>,    \
     NULL, 0, NEEDS_80}
#define MODEL(topic, name, pattern, way, type, chunks, few, ...)       \
    {topic, name, "us", __VA_ARGS__,                                   \
     predict_row<pattern, way, type, chunks, few>, NULL, 0, NEEDS_80}

/* In so many chunks, beside each part alone and the model. */
#define CHUNKS(topic, name, pattern, way, chunks)                      \
    CARDS(topic, name "-" #chunks, pattern, way, BFLOAT16, chunks,     \
          BOTH, 0, 0, SIZES),                                          \
    CARDS(topic, name "-" #chunks "-copies", pattern, way, BFLOAT16,   \
          chunks, COPIES, 0, 0, SIZES),                                \
    CARDS(topic, name "-" #chunks "-products", pattern, way, BFLOAT16, \
          chunks, PRODUCTS, 0, 0, SIZES),                              \
    MODEL(topic, name "-" #chunks "-model", pattern, way, BFLOAT16,    \
          chunks, 0, SIZES)
#define SPARED(name, pattern, spared)                                  \
    CARDS("spared", name "-4-spared-" #spared, pattern, BY_NCCL,       \
          BFLOAT16, 4, BOTH, spared, 0, {4096, 8192, 16384})
#define FEW(name, pattern, way, chunks)                                \
    CARDS("few", name "-few-" #chunks, pattern, way, BFLOAT16, chunks, \
          BOTH, 0, 1, ROWS),                                           \
    MODEL("few", name "-few-" #chunks "-model", pattern, way,          \
          BFLOAT16, chunks, 1, ROWS)
#define HALVES(name, pattern, way, chunks)                             \
    CARDS("half", name "-half-" #chunks, pattern, way, HALF, chunks,   \
          BOTH, 0, 0, SIZES)
#define BY_MODEL(name, pattern, cards, pieces)                         \
    {"model", name, "us", SIZES, model_size<pattern, cards, pieces>,   \
     NULL, 0, NEEDS_80}
#define TO_1024(name, pattern, n)                                      \
    {"model", name "-" #n, "us",                                       \
     {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024},                    \
     model_cards<pattern, n>, NULL, 0, NEEDS_80}
#define ASKED(name, pattern, way, chunks)                              \
    {"asking", name "-asked-" #chunks, "us", {1024, 8192},             \
     measure_asking<pattern, way, chunks>, NULL, 0, NEEDS_80}
#define COPY(name, how)                                                \
    {"copies", name, "GB/s",                                           \
     {1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26,   \
      1 << 28, 1 << 30}, measure_copies<how>, NULL, 0, NEEDS_80}
#define BESIDE(name, how, is_beside, spared)                           \
    {"beside", name, "us", {4096, 8192, 16384},                        \
     measure_beside<how, is_beside, spared>, NULL, 0, NEEDS_80}
#define VERIFIED(name, pattern, way, type)                             \
    {"count", name, "element", {1}, count_cards,                       \
     verify_cards<pattern, way, type>, 0, NEEDS_80}

/* Topics in the order of what a short time should be spent on. */
const struct probe probes[] = {
    VERIFIED("gather-bf16", GATHER, BY_NCCL, BFLOAT16),
    VERIFIED("gather-half", GATHER, BY_NCCL, HALF),
    VERIFIED("scatter-bf16", SCATTER, BY_NCCL, BFLOAT16),
    VERIFIED("scatter-half", SCATTER, BY_NCCL, HALF),
    VERIFIED("sent-bf16", GATHER, BY_ENGINES, BFLOAT16),
    VERIFIED("own-first-bf16", GATHER, IN_RING, BFLOAT16),
    VERIFIED("own-last-bf16", SCATTER, IN_RING, BFLOAT16),
    {"ring", "one-card", "us", SIZES, measure_one<BFLOAT16, 0>, NULL,
     0, NEEDS_80},
    CHUNKS("ring", "own-first", GATHER, IN_RING, 1),
    CHUNKS("ring", "own-first", GATHER, IN_RING, 2),
    CHUNKS("ring", "own-first", GATHER, IN_RING, 4),
    CHUNKS("ring", "own-last", SCATTER, IN_RING, 1),
    CHUNKS("ring", "own-last", SCATTER, IN_RING, 2),
    CHUNKS("ring", "own-last", SCATTER, IN_RING, 4),
    CHUNKS("chunks", "gather", GATHER, BY_NCCL, 1),
    CHUNKS("chunks", "gather", GATHER, BY_NCCL, 2),
    CHUNKS("chunks", "gather", GATHER, BY_NCCL, 4),
    CHUNKS("chunks", "gather", GATHER, BY_NCCL, 8),
    CHUNKS("chunks", "gather", GATHER, BY_NCCL, 16),
    CHUNKS("chunks", "scatter", SCATTER, BY_NCCL, 1),
    CHUNKS("chunks", "scatter", SCATTER, BY_NCCL, 2),
    CHUNKS("chunks", "scatter", SCATTER, BY_NCCL, 4),
    CHUNKS("chunks", "scatter", SCATTER, BY_NCCL, 8),
    CHUNKS("chunks", "scatter", SCATTER, BY_NCCL, 16),
    CHUNKS("engines", "sent", GATHER, BY_ENGINES, 1),
    CHUNKS("engines", "sent", GATHER, BY_ENGINES, 2),
    CHUNKS("engines", "sent", GATHER, BY_ENGINES, 4),
    CHUNKS("engines", "sent", GATHER, BY_ENGINES, 8),
    COPY("all-gather", GATHERED),
    COPY("reduce-scatter", SCATTERED),
    COPY("peer-one-way", ONE_WAY),
    COPY("peer-all-ways", ALL_WAYS),
    BESIDE("alone", GATHERED, 0, 0),
    BESIDE("beside-all-gather", GATHERED, 1, 0),
    BESIDE("beside-reduce-scatter", SCATTERED, 1, 0),
    BESIDE("beside-peer-copies", ALL_WAYS, 1, 0),
    BESIDE("alone-spared-16", GATHERED, 0, 16),
    BESIDE("beside-all-gather-spared-16", GATHERED, 1, 16),
    BESIDE("alone-spared-32", GATHERED, 0, 32),
    BESIDE("beside-all-gather-spared-32", GATHERED, 1, 32),
    SPARED("gather", GATHER, 8),
    SPARED("gather", GATHER, 16),
    SPARED("gather", GATHER, 32),
    SPARED("scatter", SCATTER, 8),
    SPARED("scatter", SCATTER, 16),
    SPARED("scatter", SCATTER, 32),
    {"few", "one-card-few", "us", ROWS, measure_one<BFLOAT16, 1>, NULL,
     0, NEEDS_80},
    FEW("gather", GATHER, BY_NCCL, 1),
    FEW("scatter", SCATTER, BY_NCCL, 1),
    FEW("own-first", GATHER, IN_RING, 1),
    FEW("own-last", SCATTER, IN_RING, 2),
    {"even", "one-card-even", "us", EVEN, measure_one<BFLOAT16, 0>,
     NULL, 0, NEEDS_80},
    CARDS("even", "own-first-even-1", GATHER, IN_RING, BFLOAT16, 1,
          BOTH, 0, 0, EVEN),
    CARDS("even", "own-last-even-2", SCATTER, IN_RING, BFLOAT16, 2,
          BOTH, 0, 0, EVEN),
    {"half", "one-card-half", "us", SIZES, measure_one<HALF, 0>, NULL,
     0, NEEDS_80},
    HALVES("gather", GATHER, BY_NCCL, 1),
    HALVES("scatter", SCATTER, BY_NCCL, 1),
    HALVES("own-first", GATHER, IN_RING, 1),
    HALVES("own-last", SCATTER, IN_RING, 2),
    ASKED("gather", GATHER, BY_NCCL, 1),
    ASKED("gather", GATHER, BY_NCCL, 16),
    ASKED("scatter", SCATTER, BY_NCCL, 16),
    ASKED("own-first", GATHER, IN_RING, 1),
    ASKED("own-last", SCATTER, IN_RING, 2),
    BY_MODEL("one-card-by-model", GATHER, 1, 1),
    BY_MODEL("own-first-1-by-model", GATHER, 2, 1),
    BY_MODEL("own-last-2-by-model", SCATTER, 2, 2),
    TO_1024("gather-to-1024", GATHER, 16384),
    TO_1024("gather-to-1024", GATHER, 65536),
    TO_1024("scatter-to-1024", SCATTER, 16384),
    TO_1024("scatter-to-1024", SCATTER, 65536),
    {},
};
//< what is measured

//> print the model
static int print_model(int, int count)
{
    static const char *const names[] = {"gather", "scatter"};

    puts("# pattern n cards pieces us times-one-card");
    for (int p = GATHER; p <= SCATTER; ++p)
        for (int n = 1024; n <= 65536; n *= 2)
            for (int cards = 1; cards <= (count < 1 ? 1024 : count);
                 cards *= 2) {
                const struct machine *h = &of_h200;
                const enum pattern by = (enum pattern)p;
                const int pieces =
                    best_pieces(h, by, cards, n, n, n);
                const double one = model_us(h, by, 1, 1, n, n, n);
                const double us =
                    model_us(h, by, cards, pieces, n, n, n);

                printf("%s %d %d %d %.1f %.2f\n", names[p], n, cards,
                       cards > 1 ? pieces : 1, us, one / us);
            }
    return 0;
}

const struct program_word program_words[] = {
    {"model", "[--count CARDS]   what the model says of up to 1024 "
              "cards", print_model},
    {},
};
//< print the model

//> are there cards and NCCL
/* What is missing is one sentence, and the book shows what others
 * measured. */
int program_ready(void)
{
    int count = 0;

    team.nccl = nccl_here ? nccl_here() : NULL;
    if (!team.nccl)
        return nccl_here ? -1 : complain("no NCCL here");
    cudaGetDeviceCount(&count);
    if (count < 2)
        return complain("this takes two cards of one machine, and "
                        "there is one; `make book` shows the "
                        "reference");
    team.count = count < MOST_CARDS ? count : MOST_CARDS;
    return 0;
}
//< are there cards and NCCL
