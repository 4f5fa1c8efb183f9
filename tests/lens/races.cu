/* races.cu - small programs made at random, each told by an exact oracle to race
 * or not, and run by the lens. Threads of two blocks read, write and update a few
 * bytes by elements of 1, 2, 4, 8 and 16 bytes, and now and then wait: all of a
 * block, all of a warp, or some lanes of it. In those from number 1000000 on there
 * are fences, and blocks hand to one another what they have by atomics.
 *
 *     RACES=1-300 build/lens/tests/races count --size 1 --out /dev/null
 *
 * prints a line for each number whose program the lens misjudges, and a sum. With ORDERED
 * the lens keeps what threads know of each other by clocks, as it does of warp groups. */
#include "bench/bench.h"

#include <sys/wait.h>
#include <unistd.h>

extern "C" {
void order_begin(void); /* lens/order.h */
#include "lens/site.h"
}

enum { BYTES = 64, STEPS = 12, WARPS = 3, BLOCKS = 2 };
enum { MOST_STEPS = 32, MOST_BLOCKS = 3, FIRST_HANDOVER = 1000000 };
enum kind { READ, WRITE, UPDATE, BARRIER_ALL, WAIT, FENCE };

/* Who takes part: of the block `block` (or of all, -1) and of the warp `warp` (or
 * of all), those lanes. Lane i accesses element (first + i * stride) % span. */
struct step {
    int kind, size, is_shared, block, warp, first, stride, span;
    unsigned lanes;
};
struct made {
    struct step step[MOST_STEPS];
    int steps, threads, blocks;
};

static bool takes_part(const step &s, int block, int thread)
{
    return (s.block < 0 || s.block == block) &&
           (s.warp < 0 || s.warp == thread / 32) && s.lanes >> thread % 32 & 1;
}

static int offset_of(const step &s, int thread)
{
    return (s.first + thread % 32 * s.stride) % s.span * s.size;
}

template <typename T>
static __device__ __forceinline__ void touch(int kind, unsigned char *at)
{
    if (kind == WRITE)
        *(volatile T *)at = T();
    else
        (void)*(volatile T *)at;
}

__global__ void runs(const step *program, int steps, unsigned char *global)
{
    __shared__ __align__(16) unsigned char shared[BYTES];

    if (threadIdx.x < BYTES / 4)
        ((int *)shared)[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < steps; ++i) {
        const step s = program[i];
        const bool mine = takes_part(s, blockIdx.x, threadIdx.x);
        unsigned char *at =
            (s.is_shared ? shared : global) + offset_of(s, threadIdx.x);

        if (s.kind == BARRIER_ALL)
            __syncthreads();
        else if (!mine)
            continue;
        else if (s.kind == FENCE)
            __threadfence();
        else if (s.kind == WAIT)
            __syncwarp(s.lanes);
        else if (s.kind == UPDATE && s.size == 8)
            atomicAdd((unsigned long long *)at, 1);
        else if (s.kind == UPDATE)
            atomicAdd((unsigned *)at, 1);
        else
            switch (s.size) {
            case 1: touch<char>(s.kind, at); break;
            case 2: touch<short>(s.kind, at); break;
            case 4: touch<int>(s.kind, at); break;
            case 8: touch<long long>(s.kind, at); break;
            default: touch<__int128>(s.kind, at);
            }
    }
}

static uint64_t state;
static int below(int n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)(state * UINT64_C(0x2545f4914f6cdd1d) >> 33) % n;
}

static unsigned some_lanes(int live)
{
    static const unsigned masks[] = {~0u, 0xffff, 0xffff0000, 0x55555555,
                                     0xaaaaaaaa, 3, 6, 0xff};
    const unsigned exist = ~0u >> (32 - live);
    const unsigned lanes = below(3) ? masks[below(8)] : 1u << below(live);

    return lanes & exist ? lanes & exist : exist;
}

static step an_access(int threads)
{
    static const int sizes[] = {1, 2, 4, 8, 16};
    const int few = below(2);
    step s = {};

    s.kind = below(7) < 3 ? READ : below(4) ? WRITE : UPDATE;
    s.size = s.kind == UPDATE ? 4 << below(2) : sizes[below(5)];
    s.is_shared = below(4) > 0;
    s.block = below(3) ? below(BLOCKS) : -1;
    s.warp = below(4) ? below((threads + 31) / 32) : -1;
    s.lanes = few ? 1u << below(8) : some_lanes(32);
    s.stride = below(4) ? 1 : below(3);
    s.span = BYTES / s.size;
    s.first = below(s.span);
    return s;
}

/* How the steps of a program go that has a few lanes at a few bytes, which have
 * much to do with one another. */
struct style {
    int warps, blocks, bytes, shared_of_4, waits_of_8, of_all;
};

static style a_style(void)
{
    return {1 + below(2), 1 + !below(3), 4 << below(2), below(5),
            !below(2) * below(6), below(2)};
}

static step a_close_access(const style &of)
{
    static const unsigned lanes[] = {1, 1, 1, 1, 1, 2, 2, 4, 3, 7};
    step s = an_access(64);

    s.kind = below(4) ? READ : below(3) ? WRITE : UPDATE;
    s.size = s.kind == UPDATE || below(2) ? 4 : 1 << below(2);
    s.is_shared = below(4) < of.shared_of_4;
    s.block = below(of.blocks);
    s.warp = below(of.warps);
    s.lanes = lanes[below(10)];
    s.stride = !below(4);
    s.span = of.bytes / s.size;
    s.first = below(s.span);
    return s;
}

static step a_close_wait(const style &of)
{
    static const unsigned lanes[] = {~0u, 3, 6, 5, 7};
    step s = {};

    s.size = s.span = 1;
    s.block = -1;
    s.kind = below(8) ? WAIT : BARRIER_ALL;
    s.warp = s.kind == WAIT ? below(of.warps) : -1;
    s.lanes = of.of_all ? ~0u : lanes[below(5)];
    return s;
}

static step a_wait(int threads)
{
    step s = {};

    s.size = s.span = 1;
    s.block = s.warp = -1;
    s.kind = below(3) ? WAIT : BARRIER_ALL;
    if (s.kind == WAIT) {
        s.warp = below((threads + 31) / 32);
        s.lanes = some_lanes(threads - s.warp * 32 < 32
                                 ? threads - s.warp * 32 : 32);
        if (!below(2))
            s.lanes = ~0u >> (32 - (threads - s.warp * 32 < 32
                                        ? threads - s.warp * 32 : 32));
    }
    return s;
}

/* A step of some lanes of a block that is to hand something over; now and then it
 * is left out, or made by others. */
static void add_step(made *m, int kind, int block, int lane, int word)
{
    step s = {};

    if (!below(20))
        return;
    s.kind = kind;
    s.size = 4;
    s.block = block;
    s.warp = kind == WAIT || below(16) ? lane / 32 : below(2);
    s.lanes = kind == WAIT ? ~0u : 1u << (below(16) ? lane % 32 : below(3));
    s.first = word;
    s.span = BYTES / 4;
    m->step[m->steps++] = s;
}

static void add_deeds(made *m, int block, bool loose)
{
    static const unsigned lanes[] = {1, 1, 1, 2, 3, ~0u};

    for (int n = 1 + !below(4); n > 0; --n) {
        step s = {};

        s.lanes = lanes[below(6)];
        s.kind = below(2) ? READ : s.lanes == ~0u || below(3) ? WRITE : UPDATE;
        s.size = s.lanes == ~0u                ? 1
                 : s.kind == UPDATE || below(4) ? 4
                                                : 1 << below(2);
        s.block = block;
        s.warp = below(4) ? 0 : below(2);
        s.stride = s.kind == READ && loose ? 0 : s.lanes == ~0u || below(8);
        s.span = s.lanes == ~0u ? 32 : (loose ? 8 : 32) / s.size;
        s.first = 0;
        m->step[m->steps++] = s;
    }
}

static void add_wait(made *m, int block, int lane, bool loose)
{
    if (below(loose ? 2 : 6)) {
        add_step(m, BARRIER_ALL, -1, 0, 0);
        return;
    }
    if (below(2))
        add_step(m, WAIT, block, lane, 0);
}

/* Each block does something and hands it over by one of two words; the next takes
 * one of them over, and does something too. */
static made make_handover(void)
{
    const int words = BYTES / 4 - 2;
    const bool loose = !below(3);
    made m = {};

    m.blocks = 2 + below(2);
    m.threads = 64;
    for (int block = 0; block < m.blocks; ++block) {
        const int lane = below(3) ? 0 : 32 * below(2) + below(2);

        if (block > 0) {
            add_step(&m, UPDATE, block, lane, words + !below(8));
            add_step(&m, FENCE, block, lane, 0);
            add_wait(&m, block, lane, loose);
        }
        add_deeds(&m, block, loose);
        add_wait(&m, block, lane, loose);
        add_step(&m, FENCE, block, lane, 0);
        add_step(&m, UPDATE, block, lane, words + !below(8));
        if (!below(8))
            add_deeds(&m, block, loose);
    }
    return m;
}

static made make(int number)
{
    made m = {};

    m.blocks = BLOCKS;
    state = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(number + 1);
    if (number >= FIRST_HANDOVER)
        return make_handover();
    if (below(4)) {
        const style of = a_style();

        m.threads = 64;
        m.steps = 3 + below(STEPS - 2);
        for (int i = 0; i < m.steps; ++i)
            m.step[i] = below(8) < of.waits_of_8 ? a_close_wait(of)
                                                 : a_close_access(of);
        return m;
    }
    m.threads = below(2) ? 64 : 40 + below(WARPS * 32 - 40);
    m.steps = 2 + below(STEPS - 2);
    for (int i = 0; i < m.steps; ++i)
        m.step[i] = i > 0 && below(5) < 2 ? a_wait(m.threads)
                                          : an_access(m.threads);
    return m;
}

/* What a thread did, when, and what it knew then: of the lanes of its warp, how
 * many of their steps came before. */
struct deed {
    int block, thread, segment, step, kind, is_shared, from, to;
    signed char knew[32];
};

static bool ordered(const deed &a, const deed &b) /* a is the earlier step */
{
    if (a.block != b.block)
        return false;
    if (a.thread == b.thread || a.segment != b.segment)
        return true;
    return a.thread / 32 == b.thread / 32 && a.step < b.knew[a.thread % 32];
}

static bool conflict(const deed &a, const deed &b)
{
    return a.is_shared == b.is_shared && (!a.is_shared || a.block == b.block) &&
           a.from < b.to && b.from < a.to &&
           !(a.kind == READ && b.kind == READ) &&
           !(a.kind == UPDATE && b.kind == UPDATE);
}

static void wait(const step &s, int number, signed char (*knew)[32])
{
    signed char all[32] = {};

    for (int i = 0; i < 32; ++i)
        for (int j = 0; s.lanes >> i & 1 && j < 32; ++j)
            all[j] = knew[i][j] > all[j] ? knew[i][j] : all[j];
    for (int i = 0; i < 32; ++i)
        if (s.lanes >> i & 1)
            all[i] = number;
    for (int i = 0; i < 32; ++i)
        if (s.lanes >> i & 1)
            memcpy(knew[i], all, sizeof all);
}

static bool has_race(const made &m)
{
    static deed deeds[BLOCKS * WARPS * 32 * STEPS];
    int count = 0;

    for (int block = 0; block < BLOCKS; ++block) {
        static signed char knew[WARPS][32][32];
        int segment = 0;

        memset(knew, 0, sizeof knew);
        for (int i = 0; i < m.steps; ++i) {
            const step &s = m.step[i];

            if (s.kind == BARRIER_ALL)
                ++segment;
            else if (s.kind == WAIT)
                wait(s, i, knew[s.warp]);
            else
                for (int t = 0; t < m.threads; ++t) {
                    deed &d = deeds[count];

                    if (!takes_part(s, block, t))
                        continue;
                    d = {block, t, segment, i, s.kind, s.is_shared,
                         offset_of(s, t), offset_of(s, t) + s.size, {}};
                    memcpy(d.knew, knew[t / 32][t % 32], 32);
                    for (int j = 0; j < count; ++j)
                        if (conflict(deeds[j], d) && !ordered(deeds[j], d))
                            return true;
                    ++count;
                }
        }
    }
    return false;
}

/* The same where there are fences: threads in the order in which the lens runs
 * them, each with the number of steps of every thread that it comes after. */
enum { ALL = MOST_BLOCKS * 64 };
struct clocks {
    unsigned char of[ALL];
};
struct handed {
    struct clocks now, seen, fenced;
    bool has_fenced;
};
static struct handed by[ALL];
static struct clocks words[BYTES];

static void join(struct clocks *to, const struct clocks &from)
{
    for (int i = 0; i < ALL; ++i)
        to->of[i] = from.of[i] > to->of[i] ? from.of[i] : to->of[i];
}

static void join_all(int first, int count)
{
    struct handed all = {};

    for (int i = first; i < first + count; ++i) {
        join(&all.now, by[i].now);
        join(&all.seen, by[i].seen);
        join(&all.fenced, by[i].fenced);
        all.has_fenced |= by[i].has_fenced;
    }
    for (int i = first; i < first + count; ++i)
        by[i] = all;
}

struct done {
    int me, at, kind, from, to;
};

/* What a thread does in one step; true if it races with what was done before. */
static bool do_step(const step &s, int me, int number, done *all, int *count)
{
    const int from = offset_of(s, me % 64);
    const done d = {me, number, s.kind, from, from + s.size};
    struct handed &t = by[me];

    if (s.kind == FENCE) {
        join(&t.now, t.seen);
        t.fenced = t.now;
        t.has_fenced = true;
        return false;
    }
    t.now.of[me] = (unsigned char)(number + 1);
    for (int i = 0; i < *count; ++i) {
        const done &e = all[i];

        if (e.from < d.to && d.from < e.to &&
            !(e.kind == READ && d.kind == READ) &&
            !(e.kind == UPDATE && d.kind == UPDATE) && t.now.of[e.me] <= e.at)
            return true;
    }
    all[(*count)++] = d;
    if (s.kind == UPDATE) {
        join(&t.seen, words[from]);
        if (t.has_fenced)
            join(&words[from], t.fenced);
    }
    return false;
}

/* Runs a warp from its step to its next barrier, or the end. */
static bool run_warp(const made &m, int block, int warp, int *pc, done *all,
                     int *count)
{
    for (;;) {
        int end = *pc;

        for (; end < m.steps && m.step[end].kind != BARRIER_ALL; ++end)
            if (m.step[end].kind == WAIT &&
                takes_part(m.step[end], block, warp * 32))
                break;
        for (int lane = 0; lane < 32; ++lane)
            for (int i = *pc; i < end; ++i)
                if (m.step[i].kind != WAIT &&
                    takes_part(m.step[i], block, warp * 32 + lane) &&
                    do_step(m.step[i], block * 64 + warp * 32 + lane, i, all,
                            count))
                    return true;
        *pc = end + 1;
        if (end >= m.steps || m.step[end].kind == BARRIER_ALL)
            return false;
        join_all(block * 64 + warp * 32, 32);
    }
}

static bool has_race_handed(const made &m)
{
    static done all[ALL * MOST_STEPS];
    int count = 0;

    memset(by, 0, sizeof by);
    memset(words, 0, sizeof words);
    for (int block = 0; block < m.blocks; ++block)
        for (int pc = 0, next; pc < m.steps; pc = next) {
            for (int warp = 0; warp < 2; ++warp)
                if (run_warp(m, block, warp, &(next = pc), all, &count))
                    return true;
            join_all(block * 64, 64);
        }
    return false;
}

static step *program;
static unsigned char *memory;

static void launch(const made &m, int times)
{
    cudaMemcpy(program, m.step, sizeof m.step, cudaMemcpyHostToDevice);
    for (int i = 0; i < times; ++i)
        runs<<<m.blocks, m.threads>>>(program, m.steps, memory);
}

/* Lets every access be made once, so that the lens knows its line before it is
 * asked for it in ten thousand processes. */
static void warm_up(void)
{
    for (int number = 0; number < 1000; ++number) {
        made m = make(number);

        m.steps = 1;
        m.step[0].lanes = 1;
        m.step[0].block = m.step[0].warp = 0;
        launch(m, 1);
    }
    site_line(&sites[1]);
}

/* True when the lens says that the program races. */
static bool caught(const made &m, int number)
{
    char said[256] = "";
    int pipes[2], status;

    if (pipe(pipes) != 0)
        exit(2);
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], 2);
        launch(m, 1 + number % 2);
        _exit(cudaGetLastError() == cudaSuccess ? 0 : 3);
    }
    close(pipes[1]);
    for (ssize_t n = 0, more; n < 255 &&
         (more = read(pipes[0], said + n, 255 - n)) > 0;)
        n += more;
    close(pipes[0]);
    waitpid(child, &status, 0);
    if (status != 0 && !strstr(said, "races: race: "))
        fprintf(stderr, "%d: neither right nor a race: %s\n", number, said);
    return status != 0;
}

static void judge(int, int, int, float, const float *, const float *, float,
                  float *)
{
    int first = 1, last = 300, races = 0, missed = 0, invented = 0;

    sscanf(getenv("RACES") ? getenv("RACES") : "", "%d-%d", &first, &last);
    if (getenv("ORDERED"))
        order_begin();
    cudaMalloc(&program, sizeof(step) * MOST_STEPS);
    cudaMalloc(&memory, BYTES);
    cudaMemset(memory, 0, BYTES);
    warm_up();
    for (int number = first; number <= last; ++number) {
        const made m = make(number);
        const bool is = number >= FIRST_HANDOVER ? has_race_handed(m) : has_race(m),
                   says = caught(m, number);

        races += is;
        missed += is && !says;
        invented += says && !is;
        if (is != says)
            fprintf(stderr, "%d: %s\n", number, is ? "missed" : "invented");
    }
    fprintf(stderr, "%d programs, %d races, %d missed, %d invented\n",
            last - first + 1, races, missed, invented);
    cudaFree(program);
    cudaFree(memory);
}

const struct kernel kernels[] = {{"judge", judge, 1, 1, 1, 0, 0}, {}};
