/* generate.c - whole small kernels drawn at random, with their launchers: each makes
 * a product, and is right or has one fault of a named class. A loop computes an
 * element of the product in each thread, moves hand the elements from thread to
 * thread, and an end stores them. A fault is put in only where it breaks a rule of
 * CUDA, or of the contract, at the size that is tried.
 *
 *     generate FIRST COUNT [WITHOUT]
 *
 * writes a program for the lens with the kernels of the numbers from FIRST on, at
 * most 60. Behind each stands what the lens must say of it, between tabs:
 *
 *     //= NAME  CLASS  SIZE  FIRST-LINE  LAST-LINE  SENTENCE
 *
 * SENTENCE is an extended regular expression for how the sentence begins, which
 * names one of these lines, or none. WITHOUT makes a kernel smaller: of its bits
 * 1 takes the plainest loop, 2 and 4 leave out a move, and 8 takes the plainest end,
 * where the fault is not in that part. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum class {
    RIGHT, NO_BARRIER, NO_WARP_BARRIER, DIVERGENT, PAST_SHARED, PAST_GLOBAL,
    PAST_LOCAL, MISALIGNED, BLOCKS_RACE, FOREIGN_LOCAL, UNSET_SHARED,
    UNSET_GLOBAL, NOT_AWAITED, WAIT_COUNT, TARGET_STORED, SOURCE_STORED,
    LANES_MISSING, PITCH, NO_EVENT, ALPHA_0, BETA_0, INPUT_STORED,
    ATOMIC_AND_PLAIN, NO_FENCE, NO_GUARD, WRONG_PRODUCT, CLASSES
};

static const struct {
    const char *name, *says;
} classes[CLASSES] = {
    {"right", "right"},
    {"missing barrier", "race: "},
    {"missing barrier of a warp", "race: "},
    {"barrier in divergent code", "divergent (barrier|warp): "},
    {"past shared memory", "out of bounds: "},
    {"past global memory", "out of bounds: "},
    {"past local memory", "out of bounds: "},
    {"misaligned wide access", "misaligned access: "},
    {"race between blocks", "race: .* of another block"},
    {"local memory of another", "out of bounds: .* of the local memory of thread "},
    {"shared memory never set", "uninitialised read: .* never written"},
    {"global memory never set", "uninitialised read: .* never written"},
    {"copy read before its wait", "(uninitialised read: .* still bringing|race: )"},
    {"one group too few awaited", "(uninitialised read: .* still bringing|race: )"},
    {"target of a copy stored", "race: "},
    {"source of a copy stored", "race: .* while a copy .* reads it"},
    {"collective without some lanes", "divergent warp: "},
    {"pitch of a fragment", "misaligned access: .* with rows of "},
    {"missing event", "race: .* in another stream"},
    {"A read where alpha is 0", "contract: .* alpha is 0"},
    {"C read where beta is 0", "uninitialised read: .* where beta is 0"},
    {"input stored", "input overwritten: "},
    {"atomics beside plain stores", "race: "},
    {"missing fence", "race: "},
    {"missing guard of C", "(out of bounds|race): "},
    {"wrong product", "k[0-9]+ at .* should be "},
};

/* Each part is drawn by numbers of its own, whatever the others are. */
static uint64_t state;

static void begin(uint64_t seed)
{
    state = UINT64_C(0x9e3779b97f4a7c15) * (seed + 1);
}

static int below(int n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)(state * UINT64_C(0x2545f4914f6cdd1d) >> 33) % n;
}

/* A line of the program; braces at its ends indent what stands between. */
static int line = 1, depth;

static void say(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    va_list args;

    depth -= *format == '}';
    printf("%*s", *format == '#' ? 0 : 4 * depth, "");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    depth += format[strlen(format) - 1] == '{';
    ++line;
}

struct text {
    char of[200];
};

static struct text text(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
static struct text text(const char *format, ...)
{
    struct text out;
    va_list args;

    va_start(args, format);
    vsnprintf(out.of, sizeof out.of, format, args);
    va_end(args);
    return out;
}

/* A permutation of the threads of a block, or of each warp. */
struct turn {
    enum { XOR, ROTATION, REVERSAL } kind;
    int by;
};

static struct text turned(struct turn p, const char *t)
{
    return p.kind == XOR        ? text("(%s ^ %d)", t, p.by)
           : p.kind == ROTATION ? text("(%s + %d) %% T", t, p.by)
                                : text("T - 1 - %s", t);
}

/* What a kernel is made of, in this order. */
enum kind {
    PLAIN, ROWS, LANES, TILES, FRAGMENTS, LOOPS,
    EXCHANGE = LOOPS, WITHIN_WARP, SHUFFLE, VOTE, LOCAL, BY_GLOBAL, BY_COPY,
    COUNTED, WIDE, TRANSPOSED, ENDS,
    STORE = ENDS, SPLIT, TICKET, GATHER, KINDS
};
enum { MOVES = 2, PARTS = MOVES + 2, MOST = 60 };

struct part {
    enum kind kind;
    enum class fault;
    uint64_t seed;
    struct turn turn; /* what a move does to the threads */
};

/* A kernel: blocks of T threads make tiles of Y rows and X columns, in steps of D. */
static struct plan {
    int number, T, X, Y, D;
    int shares;        /* blocks that share the K of a tile */
    int m, n, k;
    bool is_line;      /* blocks have one dimension */
    bool is_dynamic;   /* there is dynamic shared memory */
    bool is_fours;     /* n and k are multiples of four, else odd */
    enum class fault;
    struct part part[PARTS]; /* loop, moves, end */
    int parts;
    int first, last;   /* lines of the part with the fault */
    int scratch;       /* moves by way of global memory */
    const char *extra; /* parameters beside those of the contract */
} plan;

/* What the parts that are written need so far. */
static struct {
    int shared;    /* floats of dynamic shared memory */
    bool is_short; /* of which the last is missing, and no more may come */
    int scratch;   /* floats a thread of global memory */
} asked;

/* An array of shared memory, without its last element if it is to be short. */
static void say_array(const char *name, int floats, bool is_short)
{
    if (plan.is_dynamic && !asked.is_short && below(3)) {
        asked.shared = (asked.shared + 15) / 16 * 16;
        say("float *const %s = dynamic + %d;", name, asked.shared);
        asked.shared += floats - is_short;
        asked.is_short |= is_short;
    } else {
        say("__shared__ __align__(32) float %s[%d];", name, floats - is_short);
    }
}

/* The barriers of a part: one may be missing, one divergent. */
static struct {
    int next, missing, divergent;
} barriers;

static void begin_barriers(const struct part *p, int count)
{
    barriers.next = 0;
    barriers.missing = p->fault == NO_BARRIER ? below(count) : -1;
    barriers.divergent = p->fault == DIVERGENT ? below(count) : -1;
}

static void say_barrier(void)
{
    static const char *const spelled[] = {
        "__syncthreads();", "__syncthreads();", "__syncthreads();",
        "cg::this_thread_block().sync();", "__syncthreads_or(0);",
    };
    const int i = barriers.next++, how = below(3);

    if (i == barriers.missing)
        return;
    if (i != barriers.divergent)
        say("%s", plan.T == 32 && !below(3) ? "__syncwarp();"
                                            : spelled[below(5)]);
    else if (how == 0)
        say("t %% 2 ? __syncthreads() : __syncthreads();");
    else if (how == 1)
        say("if (t == %d) __syncthreads(); __syncthreads();", below(plan.T));
    else {
        say("if (row >= M || col >= N) return;");
        say("__syncthreads();");
    }
}

/* Loops: v becomes the element of row and col over the K from `from` to `to`. */
static const char *alpha_too(const struct part *p)
{
    return p->fault == ALPHA_0 ? "" : "alpha != 0.0f && ";
}

static const char *guarded_b(void)
{
    return "(k0 + k < to && col < N ? B[(size_t)(k0 + k) * N + col] : 0.0f)";
}

static void say_plain(const struct part *p)
{
    const bool too_far = p->fault == PAST_GLOBAL && below(2);

    if (p->fault != PAST_GLOBAL || too_far)
        say("if (row < M && col < N)");
    say("for (int k = from; %sk %s to%s; ++k)", alpha_too(p),
        too_far ? "<=" : "<", p->fault == WRONG_PRODUCT ? " - 1" : "");
    say("    v += A[(size_t)row * K + k] * B[(size_t)k * N + col];");
}

/* A row of A goes by way of a local array. */
static void say_rows(const struct part *p)
{
    const bool is_wide = p->fault == MISALIGNED || below(2);

    say("__align__(16) float a[D];");
    say("for (int k0 = from; %sk0 < to; k0 += D) {", alpha_too(p));
    if (is_wide) {
        say("if (%srow < M && k0 + D <= to)",
            p->fault == MISALIGNED ? "" : "K % 4 == 0 && ");
        say("    for (int i = 0; i < D; i += 4)");
        say("        *(float4 *)&a[i] = *(const float4 *)&A[(size_t)row * K + k0 + i];");
        say("else");
    }
    say("for (int i = 0; i < D%s; ++i)",
        p->fault == PAST_LOCAL ? " + (K > 0)" : "");
    say("    a[i] = %sk0 + i < to ? A[(size_t)row * K + k0 + i] : 0.0f;",
        p->fault == PAST_GLOBAL ? "" : "row < M && ");
    say("for (int k = 0; k < D%s; ++k)",
        p->fault == WRONG_PRODUCT ? " - 1" : "");
    say("    v += a[k] * %s;", guarded_b());
    say("}");
}

/* Each lane loads an element of the row, and hands it to the others. */
static void say_lanes(const struct part *p)
{
    say("for (int k0 = from; %sk0 < to; k0 += 32) {", alpha_too(p));
    say("const float a = %sk0 + lane < to ? A[(size_t)row * K + k0 + lane] : 0.0f;",
        p->fault == PAST_GLOBAL ? "" : "row < M && ");
    if (p->fault == LANES_MISSING)
        say("if (col < N)");
    say("for (int k = 0; k < 32; ++k)");
    say("    v += __shfl_sync(~0u, a, %s) * %s;",
        p->fault == WRONG_PRODUCT ? "k & 30" : "k", guarded_b());
    say("}");
}

/* A tile of A or B in shared memory, and how it comes there. */
enum way { NOT, BY_FLOATS, BY_FLOAT4, BY_ASYNC };
struct tile {
    const char *name, *from;
    int rows, cols, pitch;
    enum way way;
    bool is_flat, is_zfill;
    enum class fault; /* if it is in this tile */
    bool is_other;    /* of two ways to make it */
};

static struct text tile_at(const struct tile *x, const char *slot,
                           const char *row, const char *col)
{
    return x->is_flat ? text("%s[(%s * %d + %s) * %d + %s]", x->name, slot,
                             x->rows, row, x->pitch, col)
                      : text("%s[%s][%s][%s]", x->name, slot, row, col);
}

/* The element of row y and column x. */
static void say_element(const struct tile *x, const char *slot, const char *guard)
{
    const bool is_unset = x->fault == UNSET_SHARED && !x->is_other;
    const struct text to = tile_at(x, slot, "y", "x");

    if (x->way == BY_ASYNC && x->is_zfill) {
        say("__pipeline_memcpy_async(&%s, %s ? &%s : %c, 4, %s ? 0 : 4);", to.of,
            guard, x->from, x->from[0], guard);
    } else if (x->way == BY_ASYNC) {
        say("if (%s)", guard);
        say("    __pipeline_memcpy_async(&%s, &%s, 4);", to.of, x->from);
        if (!is_unset) {
            say("else");
            say("    %s = 0.0f;", to.of);
        }
    } else {
        if (is_unset)
            say("if (%s)", guard);
        say("%s = %s ? %s : 0.0f;", to.of, guard, x->from);
    }
}

static void say_elements(const struct tile *x, const char *k0, const char *slot,
                         const char *guard, bool is_a)
{
    say("for (int i = t; i < %d; i += T) {", x->rows * x->cols -
        (x->fault == UNSET_SHARED && x->is_other));
    say("const int y = i / %d, x = i %% %d, k = %s + %s;", x->cols, x->cols, k0,
        is_a ? "x" : "y");
    say_element(x, slot, guard);
    say("}");
}

static void say_float4s(const struct tile *x, const char *k0, const char *slot,
                        const char *guard, bool is_a)
{
    const bool is_checked = x->fault != MISALIGNED || x->is_other;

    say("for (int i = 4 * t; i < %d; i += 4 * T) {", x->rows * x->cols);
    say("const int y = i / %d, x4 = i %% %d, k4 = %s + %s;", x->cols, x->cols, k0,
        is_a ? "x4" : "y");
    say("if (%s%s) {", is_a ? "y0 + y < M && k4 + 3 < to"
                            : "x0 + x4 + 3 < N && k4 < to",
        !is_checked ? "" : is_a ? " && K % 4 == 0" : " && N % 4 == 0");
    say("const int x = x4, k = k4;");
    say("*(float4 *)&%s = *(const float4 *)&%s;", tile_at(x, slot, "y", "x").of,
        x->from);
    say("} else {");
    say("for (int x = x4; x < x4 + 4; ++x) {");
    say("const int k = %s;", is_a ? "k4 + x - x4" : "k4");
    say_element(x, slot, guard);
    say("}");
    say("}");
    say("}");
}

static void say_fill(const struct tile *x, const char *k0, const char *slot)
{
    const bool is_a = x->from[0] == 'A';
    const struct text guard = text("(%sk < to)", x->fault == PAST_GLOBAL ? ""
                                   : is_a ? "y0 + y < M && " : "x0 + x < N && ");

    if (x->way == BY_FLOAT4)
        say_float4s(x, k0, slot, guard.of, is_a);
    else if (x->way != NOT)
        say_elements(x, k0, slot, guard.of, is_a);
    if (x->fault == TARGET_STORED)
        say("if (t == %d) %s = 0.0f;", x->is_other, tile_at(x, slot, "0", "0").of);
}

static void say_products(const struct tile *a, const struct tile *b,
                         const char *slot, bool is_short)
{
    const struct text x = tile_at(a, slot, "t / X", "k"),
                      y = tile_at(b, slot, "k", "t % X");

    say("for (int k = 0; k < D%s; ++k)", is_short ? " - 1" : "");
    say("    v += %s * %s;",
        a->way ? x.of : "(row < M && k0 + k < to ? A[(size_t)row * K + k0 + k] : 0.0f)",
        b->way ? y.of : guarded_b());
}

static void say_tile_array(const struct tile *x, int slots)
{
    if (x->way != NOT && x->is_flat)
        say_array(x->name, slots * x->rows * x->pitch, x->fault == PAST_SHARED);
    else if (x->way != NOT)
        say("__shared__ __align__(16) float %s[%d][%d][%d];", x->name, slots,
            x->rows, x->pitch);
}

/* What is not awaited has no wait, or is in no group. */
static void say_commit(const struct part *p)
{
    if (p->fault != NOT_AWAITED || p->seed % 2)
        say("__pipeline_commit();");
}

static void say_wait(const struct part *p, int groups)
{
    if (p->fault != NOT_AWAITED || p->seed % 2 == 0)
        say("__pipeline_wait_prior(%d);", groups + (p->fault == WAIT_COUNT));
}

/* Draws the tile that has the fault, or some tile. */
static void draw_tile(struct tile *x, enum class fault)
{
    const bool is_guarded = fault == UNSET_SHARED || fault == PAST_GLOBAL;

    x->fault = fault;
    x->is_other = fault == MISALIGNED ? plan.is_fours : below(2);
    x->way = fault == MISALIGNED ? BY_FLOAT4
             : fault == NOT_AWAITED || fault == WAIT_COUNT || fault == TARGET_STORED
                 ? BY_ASYNC
             : is_guarded ? (below(2) ? BY_FLOATS : BY_ASYNC)
                          : (enum way)(1 + below(3));
    x->is_flat = fault == PAST_SHARED || below(2);
    x->is_zfill = !is_guarded && below(2);
    x->pitch = x->cols;
    if (x->way == BY_FLOAT4 && fault == MISALIGNED && x->is_other)
        x->pitch += 1 + below(3);
    else if (x->way != BY_FLOAT4 && fault != PAST_SHARED)
        x->pitch += below(2);
}

static void say_tiles(const struct part *p)
{
    struct tile tile[] = {
        {.name = "As", .from = "A[(size_t)(y0 + y) * K + k]",
         .rows = plan.Y, .cols = plan.D},
        {.name = "Bs", .from = "B[(size_t)k * N + x0 + x]",
         .rows = plan.D, .cols = plan.X}};
    const struct tile *const a = &tile[0], *const b = &tile[1];
    const int host = below(2);

    draw_tile(&tile[host], p->fault);
    draw_tile(&tile[!host], RIGHT);
    if (!below(4))
        tile[!host].way = NOT;

    const bool is_async = a->way == BY_ASYNC || b->way == BY_ASYNC,
               is_rounded = p->fault == WRONG_PRODUCT && plan.shares == 1 && below(2),
               is_short = p->fault == WRONG_PRODUCT && !is_rounded;
    const int slots = 1 + below(is_async ? 3 : 2);
    const struct text slot = slots == 1 ? text("0") : text("s %% %d", slots),
                      next = slots == 1 ? slot : text("next %% %d", slots);

    say_tile_array(a, slots);
    say_tile_array(b, slots);
    begin_barriers(p, slots == 1 ? 2 : 1);
    say("const int steps = %s(max(to - from, 0)%s) / D;",
        p->fault == ALPHA_0 ? "" : "alpha == 0.0f ? 0 : ",
        is_rounded ? "" : " + D - 1");
    say("for (int s = %d; s < steps; ++s) {", 1 - slots);
    say("const int k0 = from + s * D, next = s + %d;", slots - 1);
    if (slots > 1) {
        say("if (s >= 0) {");
        if (is_async)
            say_wait(p, slots - 2);
        say_barrier();
        say("}");
        say("if (next < steps) {");
    }
    say_fill(a, "(from + next * D)", next.of);
    say_fill(b, "(from + next * D)", next.of);
    if (slots > 1)
        say("}");
    if (is_async)
        say_commit(p);
    if (slots > 1)
        say("if (s < 0) continue;");
    if (slots == 1 && is_async)
        say_wait(p, 0);
    if (slots == 1)
        say_barrier();
    say_products(a, b, slot.of, is_short);
    if (slots == 1)
        say_barrier();
    say("}");
}

/* Warp 0 multiplies tiles of halves; T is 256. */
static void say_fragments(const struct part *p)
{
    const int where = below(3), /* of a fault: A, B or C */
              pitched = p->fault == PITCH ? where : -1,
              moved = p->fault == MISALIGNED ? where : -1;
    const int pa = pitched == 0 ? 18 + 2 * below(3) : 16 + 8 * below(2),
              pb = pitched == 1 ? 18 + 2 * below(3) : 16 + 8 * below(2),
              pc = pitched == 2 ? 18 + 4 * below(2) : 16 + 4 * below(2);
    const char *const guard[] = {"row < M && k0 + t % 16 < to",
                                 "k0 + t / 16 < to && col < N"};
    const int unset = p->fault == UNSET_SHARED ? where % 2 : -1,
              past = p->fault == PAST_GLOBAL ? where % 2 : -1;

    say("const half zero = __float2half(0.0f);");
    say("__shared__ __align__(32) half As[16 * 24 + 16], Bs[16 * 24 + 16];");
    say("__shared__ __align__(32) float Cs[16 * 24 + 16];");
    say("wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;");
    say("wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;");
    say("wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;");
    begin_barriers(p, 3);
    say("wmma::fill_fragment(c, 0.0f);");
    say("for (int k0 = from; %sk0 < to; k0 += 16) {", alpha_too(p));
    if (unset == 0)
        say("if (%s)", guard[0]);
    say("As[t / 16 * %d + t %% 16] = %s ? A[(size_t)row * K + k0 + t %% 16] : zero;",
        pa, past == 0 ? "k0 + t % 16 < to" : guard[0]);
    if (unset == 1)
        say("if (%s)", guard[1]);
    say("Bs[t / 16 * %d + t %% 16] = %s ? B[(size_t)(k0 + t / 16) * N + col] : zero;",
        pb, past == 1 ? "k0 + t / 16 < to" : guard[1]);
    say_barrier();
    say("if (t < %d) {", p->fault == LANES_MISSING ? 20 : 32);
    say("wmma::load_matrix_sync(a, As%s, %d);",
        moved == 0 ? " + 8" : "", pa);
    say("wmma::load_matrix_sync(b, Bs%s, %d);",
        moved == 1 ? " + 8" : "", pb);
    say("wmma::mma_sync(c, a, b, c);");
    say("}");
    say_barrier();
    say("}");
    say("if (t < 32)");
    say("    wmma::store_matrix_sync(Cs%s, c, %d, wmma::mem_row_major);",
        moved == 2 ? " + 4" : "", pc);
    say_barrier();
    say("v = Cs[t / 16 * %d + t %% 16];", pc);
}

/* Moves: v becomes that of thread turned(t). A part's names are its own. */
static void say_exchange(const struct part *p)
{
    const struct text to = turned(p->turn, "t");
    const bool twice = p->turn.kind == ROTATION && below(2);

    say_array("s", plan.T, p->fault == PAST_SHARED);
    begin_barriers(p, twice ? 3 : 1);
    if (p->fault == UNSET_SHARED)
        say("if (t != %d)", below(plan.T));
    say("s[t] = v;");
    say_barrier();
    if (twice) {
        say("v = s[T - 1 - t];");
        say_barrier();
        say("s[t] = v;");
        say_barrier();
    }
    say("v = s[%s%s];", twice ? "T - 1 - " : "",
        p->fault == WRONG_PRODUCT ? "t" : twice ? text("(%s)", to.of).of : to.of);
}

#define WARP "cg::tiled_partition<32>(cg::this_thread_block())"
static void say_within_warp(const struct part *p)
{
    const bool halves = p->turn.by < 16 && below(2),
               missing = p->fault == NO_WARP_BARRIER;
    const int how = below(3);

    say_array("s", plan.T, p->fault == PAST_SHARED);
    if (p->fault == UNSET_SHARED)
        say("if (t != %d)", below(plan.T));
    say("s[t] = v;");
    if (missing && how == 0 && plan.T > 32) {
        say("__syncwarp();"); /* which is for a warp only */
        say("const float other = s[(t + 32) %% T];");
        say("v = s[%s] + 0.0f * other;", turned(p->turn, "t").of);
        return;
    }
    if (missing && how == 1) {
        say("__syncwarp(1u << lane);");
    } else if (!missing) {
        say("%s", halves     ? "__syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);"
                  : below(2) ? "__syncwarp();" : WARP ".sync();");
    }
    say("v = s[%s];", turned(p->turn, "t").of);
}

static void say_shuffle(const struct part *p)
{
    const int by = p->turn.by, how = below(4);

    if (p->fault == LANES_MISSING && how == 0) {
        say("v = __shfl_xor_sync(0xffffu, v, %d);", by);
        return;
    }
    if (p->fault == LANES_MISSING && how == 1) {
        say("if (lane < 16)");
        say("    v = __shfl_xor_sync(~0u, v, %d);", by);
        say("else");
        say("    v = __shfl_sync(~0u, v, lane ^ %d);", by);
        return;
    }
    if (p->fault == LANES_MISSING) /* of these, some read what others hold */
        say("if (lane < %d)", by * (1 + 2 * below(16 / by)));
    if (how == 0 && by < 16 && p->fault == RIGHT)
        say("v = __shfl_xor_sync(lane < 16 ? 0xffffu : 0xffff0000u, v, %d);", by);
    else if (how == 1 && p->fault == RIGHT)
        say("v = " WARP ".shfl_xor(v, %d);", by);
    else if (how == 2)
        say("v = __shfl_sync(~0u, v, lane ^ %d);",
            p->fault == WRONG_PRODUCT ? 0 : by);
    else
        say("v = __shfl_xor_sync(~0u, v, %d);", p->fault == WRONG_PRODUCT ? 0 : by);
}

static void say_vote(const struct part *p)
{
    const int how = below(2);

    if (p->fault == LANES_MISSING && how)
        say("v += __ballot_sync(0xfffeu, lane & 1) == 0 ? 1.0f : 0.0f;");
    else if (p->fault == LANES_MISSING)
        say("v += (lane < %d ? __any_sync(~0u, 1) : __all_sync(~0u, 1)) ? 0.0f : 1.0f;",
            1 + below(31));
    else if (how)
        say("v += __popc(__ballot_sync(~0u, lane & 1)) == 16 ? 0.0f : 1.0f;");
    else
        say("v += __any_sync(~0u, lane == %d) ? 0.0f : 1.0f;", below(32));
}

static void say_local(const struct part *p)
{
    const int n = 8 + 4 * below(3), how = below(3);

    say("__align__(16) float a[%d], other = 0.0f;", n);
    say("for (int i = 0; i < %d%s; ++i)", n,
        p->fault == PAST_LOCAL && how ? " + (K > 0)" : "");
    say("    a[i] = i == (M + t) %% %d ? v : 0.0f;", n);
    if (p->fault == FOREIGN_LOCAL && how) {
        say("__shared__ float *whose;");
        say("if (t == %d) whose = a;", below(plan.T));
        say("__syncthreads();");
        say("other = whose[%s];", how == 1 ? "t % 8" : "(M + t) % 8");
        say("__syncthreads();");
    } else if (p->fault == FOREIGN_LOCAL) {
        say("const size_t at = __shfl_xor_sync(~0u, (size_t)a, %d);", 1 + below(31));
        say("other = ((const float *)at)[t %% 4];");
        say("__syncwarp();");
    } else if (p->fault == MISALIGNED || !how) {
        say("const float4 q = *(const float4 *)&a[%s];",
            p->fault == MISALIGNED ? "4 * (t % 2) + 1 + M % 3" : "4 * (t % 2)");
        say("other = q.%c;", "xyzw"[below(4)]);
    }
    say("v = a[(M + t) %% (%d%s)] + 0.0f * other;", n,
        p->fault == PAST_LOCAL && !how ? " + (K > 0)" : "");
}

static void say_place(const struct part *p)
{
    say("const size_t w = ((size_t)%d * gridDim.x * gridDim.y * gridDim.z%s) * T;",
        p->fault ? plan.scratch - 1 : asked.scratch++,
        p->fault == BLOCKS_RACE ? "" : " + block");
}

static void say_by_global(const struct part *p)
{
    say_place(p);
    begin_barriers(p, 1);
    if (p->fault == UNSET_GLOBAL)
        say("if (t != %d)", below(plan.T));
    say("work[w + t] = v;");
    say_barrier();
    say("v = work[w + %s];", turned(p->turn, "t").of);
}

static void say_by_copy(const struct part *p)
{
    const struct text to = turned(p->turn, "t");
    const int how = p->fault == SOURCE_STORED ? 2 * below(2)
                    : p->fault == NOT_AWAITED || p->fault == WAIT_COUNT ||
                      p->fault == TARGET_STORED ? below(4)
                    : p->fault == MISALIGNED  ? 3
                                              : below(5);

    say_place(p);
    say_array("s", how == 2 ? 2 * plan.T : plan.T, p->fault == PAST_SHARED);
    say("work[w + t] = v;");
    begin_barriers(p, how == 1 || how == 3 ? 2 : 1);
    if (how == 1 && barriers.missing == 0)
        barriers.missing = 1; /* what a thread stored itself it may copy */
    say_barrier();
    if (how == 0 || how == 2)
        say("__pipeline_memcpy_async(&s[t], &work[w + %s], 4);", to.of);
    if (how == 1)
        say("__pipeline_memcpy_async(&s[t], &work[w + t], 4);");
    if (how == 3) {
        say("if (t %% 4 == 0)");
        say("    __pipeline_memcpy_async(&s[t], &work[w + t%s], 16);",
            p->fault == MISALIGNED ? " + 1" : "");
    }
    if (how == 4) {
        say("cg::memcpy_async(cg::this_thread_block(), s, &work[w], T * 4);");
        say("cg::wait(cg::this_thread_block());");
        say("v = s[%s];", to.of);
        return;
    }
    say_commit(p);
    if (p->fault == TARGET_STORED)
        say("s[t] = 0.0f;");
    if (p->fault == SOURCE_STORED)
        say("work[w + %s] = 0.0f;", to.of);
    if (how == 2) {
        say("__pipeline_memcpy_async(&s[T + t], &work[w + t], 4);");
        say("__pipeline_commit();");
        say_wait(p, 1);
        say("v = s[t];");
        say("__pipeline_wait_prior(0);");
        say("v += 0.0f * s[T + t];");
        return;
    }
    say_wait(p, 0);
    if (how == 0) {
        say("v = s[t];");
        return;
    }
    say_barrier();
    say("v = s[%s];", to.of);
}

static void say_counted(const struct part *p)
{
    const int who = below(plan.T), plain = p->fault == ATOMIC_AND_PLAIN;

    say("__shared__ unsigned n;");
    begin_barriers(p, 2);
    if (p->fault != UNSET_SHARED)
        say("if (t == %d) n = 0;", who);
    say_barrier();
    if (plain) {
        say("if (t == %d)", who);
        say("    n = n + 1;");
        say("else");
    }
    say("atomicAdd(&n, 1u);");
    say_barrier();
    say("v += n == T ? 0.0f : 1.0f;");
}

/* Every fourth thread turns four floats around. */
static void say_wide(const struct part *p)
{
    const int slack = p->fault == MISALIGNED ? 4 : 0;

    say_array("s", plan.T + slack, p->fault == PAST_SHARED);
    begin_barriers(p, 2);
    say("s[t] = v;");
    say_barrier();
    say("if (t %% 4 == 0) {");
    say("const float4 q = *(const float4 *)&s[t%s];",
        p->fault == MISALIGNED ? " + 1 + M % 3" : "");
    say("*(float4 *)&s[t] = make_float4(q.w, q.z, q.y, q.x);");
    say("}");
    say_barrier();
    say("v = s[t%s];", p->fault == WRONG_PRODUCT ? " ^ 1" : "");
}

/* A fragment of sums is loaded by rows and stored by columns; v comes back. */
static void say_transposed(const struct part *p)
{
    const int wrong = p->fault == PITCH && below(2);
    const int pitch = p->fault == PITCH && !wrong ? 18 : 16 + 4 * below(2),
              other = wrong ? 22 : 16 + 4 * below(2), warps = plan.T / 32;

    say("__shared__ __align__(32) float from_rows[%d][352], to_rows[%d][352];",
        warps, warps);
    say("wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;");
    say("for (int i = 0; i < 8; ++i)");
    say("    from_rows[t / 32][lane / 2 * %d + lane %% 2 * 8 + i] = i == 0 ? v : 0.0f;",
        pitch);
    if (p->fault != NO_WARP_BARRIER)
        say("__syncwarp();");
    if (p->fault == LANES_MISSING)
        say("if (lane < %d)", 4 + below(28));
    say("wmma::load_matrix_sync(c, from_rows[t / 32]%s, %d, wmma::mem_row_major);",
        p->fault == MISALIGNED ? " + 4" : "", pitch);
    say("wmma::store_matrix_sync(to_rows[t / 32], c, %d, wmma::mem_col_major);",
        other);
    say("__syncwarp();");
    say("v = to_rows[t / 32][lane %% 2 * 8 * %d + lane / 2];", other);
}

/* Ends: v, which is of thread `own`, goes to C at r and c. */
static void say_own(void)
{
    say("int own = t;");
    for (int i = plan.parts - 2; i > 0; --i)
        if (plan.part[i].turn.kind != XOR || plan.part[i].turn.by)
            say("own = %s;", turned(plan.part[i].turn, "own").of);
    say("const int r = y0 + own / X, c = x0 + own %% X;");
}

/* In an end, if the launcher does not. */
static void say_input_stored(const struct part *p)
{
    if (p->fault == INPUT_STORED && p->seed % 3)
        say("if (t == %d) *(char *)%c = 0;", below(plan.T), "AB"[below(2)]);
}

static const char *guard_of_c(const struct part *p)
{
    return p->fault != NO_GUARD ? "r < M && c < N" : below(2) ? "r < M" : "c < N";
}

static void say_put(const struct part *p, const char *guard)
{
    if (guard)
        say("if (%s)", guard);
    if (p->fault == BETA_0)
        say("    C[(size_t)r * N + c] = alpha * v + beta * C[(size_t)r * N + c];");
    else
        say("    put(&C[(size_t)r * N + c%s], %s, v, %s);",
            p->fault == PAST_GLOBAL ? " + 1" : "",
            p->fault == WRONG_PRODUCT && p->seed % 2 ? "1.0f" : "alpha",
            p->fault == WRONG_PRODUCT && p->seed % 2 == 0 ? "0.0f" : "beta");
}

static void say_store(const struct part *p)
{
    say_own();
    say_input_stored(p);
    say_put(p, guard_of_c(p));
}

static void say_split(const struct part *p)
{
    static const char sum[] = "C[(size_t)r * N + c]";

    say_own();
    say_input_stored(p);
    say("if (alpha != 0.0f && %s) {", guard_of_c(p));
    if (p->fault == BLOCKS_RACE) {
        say("%s += alpha * v;", sum);
    } else if (p->fault == ATOMIC_AND_PLAIN) {
        say("if (blockIdx.z == %d)", below(plan.shares));
        say("    %s += alpha * v;", sum);
        say("else");
        say("    atomicAdd(&%s, alpha * v);", sum);
    } else {
        say("atomicAdd(&%s, alpha * v);", sum);
    }
    say("}");
}

/* The last block of those that share K adds up what all of them have stored. */
static void say_ticket(const struct part *p)
{
    const int missing = p->fault == NO_FENCE ? below(2) : -1, all_first = below(2),
              all_after = below(2);

    say_own();
    say_input_stored(p);
    say("__shared__ bool is_last;");
    begin_barriers(p, 2);
    if (p->fault == UNSET_GLOBAL)
        say("if (t != %d)", below(plan.T));
    say("parts[(size_t)block * T + t] = v;");
    if (missing != 0 && all_first)
        say("__threadfence();");
    say_barrier();
    say("if (t == 0) {");
    if (missing != 0 && !all_first)
        say("__threadfence();");
    say("is_last = (%satomicAdd(&tickets[tile], 1u)) == P - 1;",
        p->fault == ATOMIC_AND_PLAIN ? "blockIdx.z == 0 ? tickets[tile]++ : " : "");
    if (missing != 1 && !all_after)
        say("__threadfence();");
    say("}");
    say_barrier();
    say("if (!is_last) return;");
    if (missing != 1 && all_after)
        say("__threadfence();");
    say("v = 0.0f;");
    say("for (int z = 0; z < P; ++z)");
    say("    v += parts[((size_t)z * gridDim.x * gridDim.y + tile) * T + t];");
    say_put(p, guard_of_c(p));
}

static void say_gather(const struct part *p)
{
    say_own();
    say_input_stored(p);
    say("if (%s)", guard_of_c(p));
    say("    parts[((size_t)blockIdx.z * M + r) * N + c] = v;");
}

#define F(fault) (UINT32_C(1) << (fault))
static const struct {
    void (*write)(const struct part *);
    uint32_t faults; /* that can be there */
} kinds[KINDS] = {
    [PLAIN] = {say_plain, F(PAST_GLOBAL) | F(ALPHA_0) | F(WRONG_PRODUCT)},
    [ROWS] = {say_rows, F(PAST_GLOBAL) | F(PAST_LOCAL) | F(MISALIGNED) |
              F(ALPHA_0) | F(WRONG_PRODUCT)},
    [LANES] = {say_lanes, F(PAST_GLOBAL) | F(LANES_MISSING) | F(ALPHA_0) |
               F(WRONG_PRODUCT)},
    [TILES] = {say_tiles, F(NO_BARRIER) | F(DIVERGENT) | F(PAST_SHARED) |
               F(PAST_GLOBAL) | F(MISALIGNED) | F(UNSET_SHARED) |
               F(NOT_AWAITED) | F(WAIT_COUNT) | F(TARGET_STORED) | F(ALPHA_0) |
               F(WRONG_PRODUCT)},
    [FRAGMENTS] = {say_fragments, F(NO_BARRIER) | F(DIVERGENT) |
                   F(PAST_GLOBAL) | F(MISALIGNED) | F(UNSET_SHARED) |
                   F(LANES_MISSING) | F(PITCH) | F(ALPHA_0)},
    [EXCHANGE] = {say_exchange, F(NO_BARRIER) | F(DIVERGENT) | F(PAST_SHARED) |
                  F(UNSET_SHARED) | F(WRONG_PRODUCT)},
    [WITHIN_WARP] = {say_within_warp, F(NO_WARP_BARRIER) | F(PAST_SHARED) |
                     F(UNSET_SHARED)},
    [SHUFFLE] = {say_shuffle, F(LANES_MISSING) | F(WRONG_PRODUCT)},
    [VOTE] = {say_vote, F(LANES_MISSING)},
    [LOCAL] = {say_local, F(PAST_LOCAL) | F(FOREIGN_LOCAL) | F(MISALIGNED)},
    [BY_GLOBAL] = {say_by_global, F(NO_BARRIER) | F(DIVERGENT) | F(PAST_GLOBAL) |
                   F(BLOCKS_RACE) | F(UNSET_GLOBAL)},
    [BY_COPY] = {say_by_copy, F(NO_BARRIER) | F(DIVERGENT) | F(PAST_SHARED) |
                 F(PAST_GLOBAL) | F(BLOCKS_RACE) | F(MISALIGNED) |
                 F(NOT_AWAITED) | F(WAIT_COUNT) | F(TARGET_STORED) |
                 F(SOURCE_STORED)},
    [COUNTED] = {say_counted, F(NO_BARRIER) | F(DIVERGENT) | F(UNSET_SHARED) |
                 F(ATOMIC_AND_PLAIN)},
    [WIDE] = {say_wide, F(NO_BARRIER) | F(DIVERGENT) | F(PAST_SHARED) |
              F(MISALIGNED) | F(WRONG_PRODUCT)},
    [TRANSPOSED] = {say_transposed, F(NO_WARP_BARRIER) | F(MISALIGNED) |
                    F(LANES_MISSING) | F(PITCH)},
    [STORE] = {say_store, F(PAST_GLOBAL) | F(BLOCKS_RACE) | F(BETA_0) |
               F(INPUT_STORED) | F(NO_GUARD) | F(WRONG_PRODUCT)},
    [SPLIT] = {say_split, F(BLOCKS_RACE) | F(BETA_0) | F(INPUT_STORED) |
               F(ATOMIC_AND_PLAIN) | F(NO_GUARD) | F(WRONG_PRODUCT)},
    [TICKET] = {say_ticket, F(NO_BARRIER) | F(DIVERGENT) | F(UNSET_GLOBAL) |
                F(BETA_0) | F(INPUT_STORED) | F(ATOMIC_AND_PLAIN) |
                F(NO_FENCE) | F(NO_GUARD) | F(WRONG_PRODUCT)},
    [GATHER] = {say_gather, F(PAST_GLOBAL) | F(BETA_0) | F(INPUT_STORED) |
                F(NO_EVENT) | F(NO_GUARD) | F(WRONG_PRODUCT)},
};

/* A kind from `first` on, below `end`, that can have the fault. */
static enum kind draw_kind(int first, int end, enum class fault)
{
    for (;;) {
        const int kind = first + below(end - first);

        if (fault == RIGHT || kinds[kind].faults & F(fault))
            return (enum kind)kind;
    }
}

static struct turn draw_turn(enum kind kind)
{
    const int how = below(3);

    switch (kind) {
    case EXCHANGE: case BY_GLOBAL: case BY_COPY:
        return (struct turn){how, 1 + below(plan.T - 1)};
    case WITHIN_WARP: return (struct turn){XOR, 1 + below(31)};
    case SHUFFLE: return (struct turn){XOR, 1 << below(5)};
    case WIDE: return (struct turn){XOR, 3};
    default: return (struct turn){XOR, 0};
    }
}

static void draw_shape(void)
{
    static const struct { int x, y; } shapes[] = {
        {8, 4}, {8, 8}, {16, 4}, {16, 2}, {8, 16}, {32, 2}, {32, 4},
    };
    const struct part *const loop = plan.part, *const end = loop + plan.parts - 1;
    const int i = loop->kind == LANES ? 5 + below(2) : below(7),
              is_large = loop->kind == FRAGMENTS;

    plan.X = is_large ? 16 : shapes[i].x;
    plan.Y = is_large ? 16 : shapes[i].y;
    plan.T = plan.X * plan.Y;
    plan.D = is_large ? 16 : 8 + 4 * below(2);
    plan.shares = end->kind == SPLIT || end->kind == TICKET ? 2 + below(2)
                  : end->kind == GATHER                     ? 1 + below(2) : 1;
    plan.is_line = below(2);
    plan.is_dynamic = below(2);
    plan.is_fours = below(2) && !(loop->kind == ROWS && loop->fault == MISALIGNED);
    plan.m = plan.Y * (1 + below(2)) + 1 + below(plan.Y - 1);
    plan.n = plan.X + (plan.is_fours ? 4 : 1 + 2 * below(plan.X / 2));
    plan.k = 2 * plan.D * plan.shares +
             (plan.is_fours ? 4 : 1 + 2 * below(plan.D / 2));
}

/* Part i of a plan is the loop, a move or the end; without it the plan has the
 * simplest such loop or end, or a move less. */
static void draw(int number, unsigned without)
{
    static const int first[] = {PLAIN, EXCHANGE, EXCHANGE, STORE, KINDS};

    begin((uint64_t)number);
    plan = (struct plan){.number = number};
    if (below(5) > 1)
        plan.fault = (enum class)(1 + below(CLASSES - 1));
    const enum kind host = draw_kind(0, KINDS, plan.fault);
    const int at = plan.fault == RIGHT ? -1 : host < LOOPS ? 0
                   : host >= ENDS      ? MOVES + 1 : 1 + below(MOVES),
              moves = below(MOVES + 1);

    for (int i = 0; i < PARTS; ++i) {
        const int is_move = i > 0 && i <= MOVES,
                  end = is_move ? ENDS : first[i + 1];
        struct part p = {.seed = (uint64_t)number * PARTS + (uint64_t)i};

        begin(p.seed);
        p.kind = draw_kind(first[i], end, RIGHT);
        if (p.kind == FRAGMENTS) /* compiles long, and runs long */
            p.kind = draw_kind(first[i], end, RIGHT);
        if (i == at)
            p.kind = host;
        p.fault = i == at ? plan.fault : RIGHT;
        if (i != at && is_move && (i > moves || without >> i & 1))
            continue;
        if (i != at && without >> i & 1)
            p.kind = (enum kind)first[i];
        plan.part[plan.parts++] = p;
    }
    begin((uint64_t)number + 7);
    draw_shape();
    for (int i = 1; i < plan.parts - 1; ++i) {
        begin(plan.part[i].seed + 11);
        plan.part[i].turn = draw_turn(plan.part[i].kind);
    }
}

static bool has(enum kind kind)
{
    for (int i = 0; i < plan.parts; ++i)
        if (plan.part[i].kind == kind)
            return true;
    return false;
}

/* Whether the part with the fault is of that kind. */
static bool is_host(enum kind kind, enum class fault)
{
    for (int i = 0; i < plan.parts; ++i)
        if (plan.part[i].kind == kind && plan.part[i].fault == fault)
            return true;
    return false;
}

static void say_kernel(void)
{
    const char *const type = has(FRAGMENTS) ? "half" : "float";

    say("static __global__ void %sk%d_kernel(int M, int N, int K, float alpha,",
        plan.number % 3 ? "" : text("__launch_bounds__(%d) ", plan.T).of,
        plan.number);
    say("    const %s *A, const %s *B, float beta, float *C%s)", type, type,
        plan.extra);
    say("{");
    say("enum { T = %d, X = %d, Y = %d, D = %d, P = %d };", plan.T, plan.X, plan.Y,
        plan.D, plan.shares);
    if (plan.is_dynamic)
        say("extern __shared__ __align__(64) float dynamic[];");
    say("const int t = threadIdx.x%s, lane = t %% 32;",
        plan.is_line ? "" : " + X * threadIdx.y");
    say("const int tile = blockIdx.y * gridDim.x + blockIdx.x,");
    say("          block = blockIdx.z * gridDim.x * gridDim.y + tile;");
    say("const int y0 = blockIdx.y * %s, x0 = blockIdx.x * X;",
        is_host(STORE, BLOCKS_RACE) ? "(Y - 1)" : "Y");
    say("const int row = y0 + t / X, col = x0 + t %% X;");
    say("const int share = ((K + P - 1) / P + 3) / 4 * 4;");
    say("const int from = blockIdx.z * share, to = min(K, from + share);");
    say("float v = 0.0f;");
    for (int i = 0; i < plan.parts; ++i) {
        const struct part *const p = &plan.part[i];
        const bool in_block = i < plan.parts - 1;

        if (p->fault)
            plan.first = line;
        begin(p->seed + 13);
        if (in_block)
            say("{");
        kinds[p->kind].write(p);
        if (in_block)
            say("}");
        if (p->fault)
            plan.last = line;
    }
    say("}");
}

/* Kernels that come before or after, and the launcher. */
static void say_others(const struct part *p)
{
    const char *const c = p->fault == BETA_0 ? "beta * C[i]" : p->fault == WRONG_PRODUCT
                          ? "0.0f" : "beta == 0.0f ? 0.0f : beta * C[i]";

    if (p->kind == SPLIT) {
        say("static __global__ void k%d_scales(int M, int N, float beta, float *C)",
            plan.number);
        say("{");
        say("const int i = blockIdx.x * 64 + threadIdx.x;");
        say("if (i < M * N)");
        say("    C[i] = %s;", c);
        say("}");
    }
    if (p->kind == GATHER) {
        say("static __global__ void k%d_gathers(int M, int N, float alpha,", plan.number);
        say("    const float *parts, float beta, float *C)");
        say("{");
        say("const int i = blockIdx.x * 64 + threadIdx.x;");
        say("float v = 0.0f;");
        say("if (i >= M * N) return;");
        say("for (int z = 0; z < %d; ++z)",
            plan.shares - (p->fault == WRONG_PRODUCT));
        say("    v += parts[(size_t)z * M * N + i];");
        if (p->fault == BETA_0)
            say("C[i] = alpha * v + beta * C[i];");
        else
            say("put(&C[i], alpha, v, beta);");
        say("}");
    }
}

static void say_launch(const char *stream)
{
    const char *const type = has(FRAGMENTS) ? "half" : "float";

    say("k%d_kernel<<<tiles, %s, %d, %s>>>(M, N, K, alpha,", plan.number,
        plan.is_line ? text("%d", plan.T).of : text("dim3(%d, %d)", plan.X, plan.Y).of,
        4 * asked.shared, stream);
    say("    (const %s *)A, (const %s *)B, beta, C%s);", type, type,
        *plan.extra ? ", work, parts, tickets" : "");
}

/* The kernel in one stream, what gathers in another. */
static void say_streams(const struct part *p)
{
    enum { EVENT, BY_EVENT, BY_STREAM, BY_DEVICE, WAYS };
    const char *const streams[] = {"first", "second", "nullptr"};
    const int one = below(3), two = (one + 1 + below(2)) % 3,
              missing = p->fault == NO_EVENT, how = missing ? EVENT : below(WAYS),
              mistake = below(3); /* too early, none, too late */
    const struct text waits = text("cudaStreamWaitEvent(%s, done);", streams[two]),
                      records = text("cudaEventRecord(done, %s);", streams[one]);

    say("cudaStream_t first, second;");
    say("cudaEvent_t done;");
    say("cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);");
    say("cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);");
    say("cudaEventCreate(&done);");
    if (missing && mistake == 0)
        say("%s", records.of);
    say_launch(streams[one]);
    if (how == BY_STREAM)
        say("cudaStreamSynchronize(%s);", streams[one]);
    else if (how == BY_DEVICE)
        say("cudaDeviceSynchronize();");
    else if (!missing || mistake)
        say("%s", records.of);
    if (how == BY_EVENT)
        say("cudaEventSynchronize(done);");
    if (how == EVENT && !(missing && mistake))
        say("%s", waits.of);
    say("k%d_gathers<<<blocks(M * N, 64), 64, 0, %s>>>(M, N, alpha, parts, beta, C);",
        plan.number, streams[two]);
    if (missing && mistake == 2)
        say("%s", waits.of);
    say("cudaEventRecord(done, %s);", streams[two]);
    say("cudaStreamWaitEvent(nullptr, done);");
    say("cudaEventDestroy(done);");
    say("cudaStreamDestroy(first);");
    say("cudaStreamDestroy(second);");
}

static void say_launcher(const struct part *p)
{
    const bool is_short = is_host(BY_GLOBAL, PAST_GLOBAL) ||
                          is_host(BY_COPY, PAST_GLOBAL);

    begin(p->seed + 17);
    say("static void k%d(PARAMETERS)", plan.number);
    say("{");
    say("const dim3 tiles(blocks(N, %d), blocks(M, %d), %d);", plan.X, plan.Y,
        plan.shares);
    if (*plan.extra) {
        say("const size_t threads = (size_t)tiles.x * tiles.y * tiles.z * %d;", plan.T);
        say("float *work = nullptr, *parts = nullptr;");
        say("unsigned *tickets = nullptr;");
    }
    say("if (M == 0 || N == 0) return;");
    if (plan.scratch)
        say("cudaMalloc(&work, (%d * threads%s) * sizeof *work);", plan.scratch,
            is_short ? " - 1" : "");
    if (p->kind == GATHER)
        say("cudaMalloc(&parts, ((size_t)%d * M * N%s) * sizeof *parts);", plan.shares,
            p->fault == PAST_GLOBAL ? " - 1" : "");
    if (p->kind == TICKET) {
        say("cudaMalloc(&parts, threads * sizeof *parts);");
        say("cudaMalloc(&tickets, tiles.x * tiles.y * sizeof *tickets);");
        say("cudaMemset(tickets, 0, tiles.x * tiles.y * sizeof *tickets);");
    }
    if (p->kind == SPLIT)
        say("k%d_scales<<<blocks(M * N, 64), 64>>>(M, N, beta, C);", plan.number);
    if (p->kind == GATHER)
        say_streams(p);
    else
        say_launch("nullptr");
    if (p->fault == INPUT_STORED && p->seed % 3 == 0)
        say("cudaMemset((void *)%c, 0, 4);", "AB"[below(2)]);
    if (plan.scratch)
        say("cudaFree(work);");
    if (p->kind == GATHER || p->kind == TICKET)
        say("cudaFree(parts);");
    if (p->kind == TICKET)
        say("cudaFree(tickets);");
    say("}");
}

static void say_program(void)
{
    const struct part *const end = &plan.part[plan.parts - 1];

    for (int i = 1; i < plan.parts - 1; ++i)
        plan.scratch += plan.part[i].kind == BY_GLOBAL || plan.part[i].kind == BY_COPY;
    plan.extra = plan.scratch || end->kind == GATHER || end->kind == TICKET
                     ? ", float *work, float *parts, unsigned *tickets" : "";
    memset(&asked, 0, sizeof asked);
    say_kernel();
    say_others(end);
    say_launcher(end);
    if (end->fault)
        plan.last = line;
    say("//= k%d\t%s\t%dx%dx%d\t%d\t%d\t%s", plan.number,
        classes[plan.fault].name, plan.m, plan.n, plan.k, plan.first, plan.last,
        classes[plan.fault].says);
}

int main(int argc, char **argv)
{
    static const char *const head[] = {
        "#include \"bench/bench.h\"", "#include \"kernels/gemm.h\"",
        "#include <cooperative_groups.h>", "#include <cooperative_groups/memcpy_async.h>",
        "#include <cuda_fp16.h>", "#include <cuda_pipeline.h>", "#include <mma.h>",
        "#pragma GCC diagnostic ignored \"-Wunused-variable\"",
        "using namespace nvcuda;", "namespace cg = cooperative_groups;",
        "#define PARAMETERS int M, int N, int K, float alpha, const float *A, \\",
        "    const float *B, float beta, float *C",
    };
    const int first = argc > 1 ? atoi(argv[1]) : 1, count = argc > 2 ? atoi(argv[2]) : 50;
    const unsigned without = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
    unsigned char is_half[MOST] = {0};

    if (count < 1 || count > MOST)
        return 2;
    for (size_t i = 0; i < sizeof head / sizeof *head; ++i)
        say("%s", head[i]);
    for (int i = 0; i < count; ++i) {
        draw(first + i, without);
        say_program();
        is_half[i] = has(FRAGMENTS);
    }
    say("const struct kernel kernels[] = {");
    for (int i = 0; i < count; ++i)
        say("{\"k%d\", k%d, 16, 16, 16, 4096, %s},", first + i, first + i,
            is_half[i] ? "HALF" : "0");
    say("{},");
    say("};");
    return 0;
}
