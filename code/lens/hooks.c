/* The calls that -fsanitize=thread puts before every load and store, and those of
 * -fsanitize=bounds and alignment where an index or a pointer is wrong. */
#include "lens/catch.h"
#include "lens/fail.h"
#include "lens/fiber.h"
#include "lens/groups.h"
#include "lens/handover.h"
#include "lens/host.h"
#include "lens/memory.h"
#include "lens/sample.h"
#include "lens/site.h"
#include "lens/symbols.h"
#include "lens/warp.h"

#include <stdlib.h>
#include <string.h>

struct log warp_log;

/* Of a warp between two barriers: a hundred times what this book makes. */
static const size_t MOST_EVENTS = (size_t)1 << 27;

_Static_assert(ATOMIC == (enum op)LENS_ATOMIC, "one number for both");

/* Called when the log is full, or closed because no kernel runs. */
static __attribute__((noinline)) void make_room(uintptr_t address)
{
    const size_t used = (size_t)(warp_log.next - warp_log.first);
    const size_t room = used ? 2 * used : 1 << 16;
    event *grown;

    if (!now.launch)
        caught_in_program("host access", "the host touches device memory at "
                          "%#lx without cudaMemcpy", (unsigned long)address);
    if (used >= MOST_EVENTS)
        caught("endless", &sites[EVENT_SITE(warp_log.next[-1])],
               thread_number(now.warp, now.lane), "and its warp make %zu "
               "million accesses without a barrier: is there a loop that "
               "nothing stops?", used >> 20);
    grown = realloc(warp_log.first, room * sizeof *grown);
    if (!grown)
        fail("out of memory for the accesses of a warp");
    warp_log.first = grown;
    warp_log.next = grown + used;
    warp_log.end = grown + room;
}

/* The host of a judged program accesses what is no local memory of its launcher. */
static void on_host(uintptr_t a, unsigned size, enum op op, uintptr_t pc)
{
    if (is_of_device(a))
        caught("host access", site_at(pc, size, op), 0, "the host %s `%s`, to "
               "which a kernel has stored; on a card it is another variable, "
               "which the host cannot access", op == LOAD ? "loads" : "stores to",
               symbol_at((const void *)a));
    if ((op == LOAD && is_constant(a)) ||
        (within(variables, a) && within(variables, a + size - 1)))
        return;
    caught("host access", site_at(pc, size, op), 0, "the host %s %u bytes at %#lx, "
           "where the program has no variable", op == LOAD ? "loads" : "stores",
           size, (unsigned long)a);
}

/* An access outside the region that its site accessed last: of another one, or
 * a mistake. */
static __attribute__((noinline)) void examine(struct site *s, uintptr_t a)
{
    const int r = region_of(a, s->size);

    if (a % s->size != 0)
        caught("misaligned access", s, current_thread(),
               "%s %d bytes at %s, which is no multiple of %d bytes",
               verb_of(s), s->size, address_text(a, s->size, -1),
               s->size);
    if (r < 0 && s->size > 4)
        caught("out of bounds", s, current_thread(), "%s %d bytes at %s",
               verb_of(s), s->size, address_text(a, s->size, s->region));
    if (r < 0)
        caught("out of bounds", s, current_thread(), "%s %s",
               verb_of(s), address_text(a, s->size, s->region));
    if (within(statics, a) && touch_static(r) > SHARED_DEFAULT)
        caught("launch", s, current_thread(), "%s %s, and with it more than %d bytes "
               "of static shared memory, which is what a kernel may have: take extern "
               "__shared__ for more", verb_of(s), address_text(a, s->size, r),
               SHARED_DEFAULT);
    if (s->op != LOAD && within(variables, a))
        mark_of_device(a);
    s->region = (short)r;
    s->is_input = (uint8_t)region(r)->input;
    if (s->is_input && s->op != LOAD)
        caught("input overwritten", s, current_thread(),
               "%s %s, which is an input", verb_of(s),
               address_text(a, s->size, -1));
    if (region(r)->unread)
        caught("contract", s, current_thread(), "%s %s, but alpha is 0, and then "
               "a kernel may read neither A nor B", verb_of(s),
               address_text(a, s->size, -1));
    s->lo = region(r)->lo;
    s->last = region(r)->hi - s->size;
}

/* What the running thread has in its local memory now, and the host in its own,
 * above the frame of the function that asks and of all that it calls. */
#define IS_LOCAL(a)                                                            \
    ((a) - STACK_HERE() < stack_end - STACK_HERE())

/* Each function of a judged program has a frame, which begins with where that of its
 * caller is and with the address to which it returns (course/frames.awk). Nothing is
 * stored there. `frame` is that of a hook. */
static __attribute__((noinline)) void keep_frames(uintptr_t a, size_t bytes,
                                                  const uintptr_t *frame,
                                                  uintptr_t pc)
{
    for (frame = (const uintptr_t *)frame[0]; (uintptr_t)frame < stack_end;
         frame = (const uintptr_t *)frame[0]) {
        if (a < (uintptr_t)(frame + 2) && a + bytes > (uintptr_t)frame)
            caught("out of bounds", site_at(pc, 1, STORE), current_thread(),
                   "%sstores %zu bytes past the end of a local variable, where its "
                   "function keeps what it returns to",
                   now.launch ? "" : "the host ", bytes);
        if (frame[0] <= (uintptr_t)frame)
            return;
    }
}
#define KEEP_FRAMES(a, bytes, op, pc)                                          \
    ((op) == STORE && judged                                                   \
         ? keep_frames(a, bytes, __builtin_frame_address(0), pc) : (void)0)

/* Sums of products may be what it accesses: groups.h. */
#define WATCH(a, size, op, pc)                                                 \
    ((a) - watched.lo < watched.bytes                                          \
         ? watched_access(a, size, op, (const void *)(pc)) : (void)0)

/* The stack of a thread, but not what the running one may access there. */
static _Noreturn void beyond_local(const struct site *s, uintptr_t a)
{
    const int owner = owner_of_stack(a);

    if (owner == (int)current_thread())
        caught("out of bounds", s, current_thread(), "%s %d bytes of its local "
               "memory outside all of its variables: past their end, or where a "
               "function had some that has returned", verb_of(s), s->size);
    if (owner < 0)
        caught("out of bounds", s, current_thread(), "%s %d bytes of the local "
               "memory of no thread that is still there", verb_of(s), s->size);
    caught("out of bounds", s, current_thread(), "%s %d bytes of the local memory "
           "of thread %s, which no other thread can access: what threads share "
           "lies in shared or global memory", verb_of(s), s->size,
           thread_text((unsigned)owner));
}

void must_be_own(const void *x, size_t bytes, const void *frame)
{
    const uintptr_t a = (uintptr_t)x, low = (uintptr_t)frame,
                    pc = CALLER_OF(frame);

    if (a - low >= stack_end - low || a + bytes - low > stack_end - low)
        caught("out of bounds", site_at(pc, 1, STORE), current_thread(), "%sgives a "
               "call %zu bytes that are no local variable of its own",
               now.launch ? "" : "the host ", bytes);
    if (judged)
        keep_frames(a, bytes, frame, pc);
}

/* Neither global nor shared: a stack, or what is constant to a kernel. */
static __attribute__((noinline)) void elsewhere(uintptr_t a, unsigned size,
                                                enum op op, uintptr_t pc)
{
    if (!now.launch && judged)
        on_host(a, size, op, pc);
    if (!now.launch || (op == LOAD && is_constant(a)))
        return;
    const struct site *s = site_at(pc, size, op);

    if (within(stacks, a))
        beyond_local(s, a);
    if (is_constant(a))
        caught("input overwritten", s, current_thread(), "%s `%s`, which is "
               "constant", verb_of(s), symbol_at((const void *)a));
    if (s->region >= 0)
        caught("out of bounds", s, current_thread(), "%s %s", verb_of(s),
               address_text(a, size, s->region));
    caught("out of bounds", s, current_thread(),
           "%s %d bytes at %#lx, outside every allocation", verb_of(s), size,
           (unsigned long)a);
}

//> an access happens
static __attribute__((noinline)) void touch(uintptr_t a, unsigned size,
                                            enum op op, uintptr_t pc)
{
    struct site *s;

    if (!within(arena, a) && !within(statics, a) &&
        !(now.launch && is_variable(a))) {
        elsewhere(a, size, op, pc);
        return;
    }
    if (warp_log.next == warp_log.end)
        make_room(a);
    s = site_at(pc, size, op);
    if (a < s->lo || a > s->last || a % size != 0)
        examine(s, a);
    *warp_log.next++ = s->key | a;
}
//< an access happens

//> functions of the same names
/* Almost every access comes from the only site of its call, and goes to
 * the region that this site used last: the first branch handles it. */
#define HOOK(name, size, op)                                           \
    void name(const void *address);                                    \
    void name(const void *address)                                     \
    {                                                                  \
        const uintptr_t a = (uintptr_t)address,                        \
                        pc = (uintptr_t)CALLER();   \
        const struct site *s = first_site(pc);                         \
                                                                       \
        if (a >= s->lo && a <= s->last && a % size == 0 &&             \
            warp_log.next != warp_log.end)                             \
            *warp_log.next++ = s->key | a;                             \
        else if (!IS_LOCAL(a))                                         \
            touch(a, size, op, pc);                                    \
        else                                                           \
            KEEP_FRAMES(a, size, op, pc), WATCH(a, size, op, pc);      \
    }

HOOK(__tsan_read1, 1, LOAD)
HOOK(__tsan_read2, 2, LOAD)
HOOK(__tsan_read4, 4, LOAD)
HOOK(__tsan_read8, 8, LOAD)
HOOK(__tsan_read16, 16, LOAD)
HOOK(__tsan_write1, 1, STORE)
HOOK(__tsan_write2, 2, STORE)
HOOK(__tsan_write4, 4, STORE)
HOOK(__tsan_write8, 8, STORE)
HOOK(__tsan_write16, 16, STORE)
//< functions of the same names

/* Types that no single instruction moves, like float3, go in words. */
static void touch_range(uintptr_t a, size_t bytes, enum op op, uintptr_t pc,
                        const uintptr_t *frame)
{
    const unsigned step = (a | bytes) % 4 == 0 ? 4 : 1;

    if (IS_LOCAL(a) && IS_LOCAL(a + bytes - 1)) {
        if (op == STORE && judged)
            keep_frames(a, bytes, frame, pc);
        for (size_t i = 0; i < bytes; i += step)
            WATCH(a + i, step, op, pc);
        return;
    }
    for (size_t i = 0; i < bytes; i += step)
        touch(a + i, step, op, pc);
}

void __tsan_read_range(const void *a, size_t bytes);
void __tsan_read_range(const void *a, size_t bytes)
{
    touch_range((uintptr_t)a, bytes, LOAD,
                (uintptr_t)CALLER(), NULL);
}

void __tsan_write_range(const void *a, size_t bytes);
void __tsan_write_range(const void *a, size_t bytes)
{
    touch_range((uintptr_t)a, bytes, STORE,
                (uintptr_t)CALLER(),
                __builtin_frame_address(0));
}

void lens_touch_from(const void *a, unsigned size, int op, const void *pc)
{
    if (within(stacks, (uintptr_t)a))
        caught("out of bounds", site_at((uintptr_t)pc, size, (enum op)op),
               current_thread(), "%s %u bytes of local memory, which only plain "
               "loads and stores can access", op == ATOMIC ? "updates" :
               op == LOAD ? "loads" : "stores", size);
    touch((uintptr_t)a, size, (enum op)op, (uintptr_t)pc);
}

void *lens_memcpy(void *to, const void *from, size_t bytes)
{
    const uintptr_t pc = (uintptr_t)CALLER();

    touch_range((uintptr_t)from, bytes, LOAD, pc, NULL);
    touch_range((uintptr_t)to, bytes, STORE, pc, __builtin_frame_address(0));
    return memcpy(to, from, bytes);
}

void *lens_memmove(void *to, const void *from, size_t bytes)
{
    const uintptr_t pc = (uintptr_t)CALLER();

    touch_range((uintptr_t)from, bytes, LOAD, pc, NULL);
    touch_range((uintptr_t)to, bytes, STORE, pc, __builtin_frame_address(0));
    return memmove(to, from, bytes);
}

void *lens_memset(void *to, int value, size_t bytes)
{
    touch_range((uintptr_t)to, bytes, STORE,
                (uintptr_t)CALLER(),
                __builtin_frame_address(0));
    return memset(to, value, bytes);
}

int lens_memcmp(const void *x, const void *y, size_t bytes)
{
    const uintptr_t pc = (uintptr_t)CALLER();

    touch_range((uintptr_t)x, bytes, LOAD, pc, NULL);
    touch_range((uintptr_t)y, bytes, LOAD, pc, NULL);
    return memcmp(x, y, bytes);
}

/* A thread that asks for a word again and again waits for another, which does
 * not come: it runs later. */
static void watch_waiting(uintptr_t a, unsigned size)
{
    static const unsigned long most = 1000000;
    static struct {
        uintptr_t address;
        uint64_t value;
        size_t logged;
        unsigned thread;
    } last;
    static unsigned long times;
    const size_t logged = (size_t)(warp_log.next - warp_log.first);
    uint64_t value = 0;

    memcpy(&value, (const void *)a, size < sizeof value ? size : sizeof value);
    if (a != last.address || value != last.value ||
        logged != last.logged + 1 || current_thread() != last.thread)
        times = 0;
    last.address = a;
    last.value = value;
    last.logged = logged;
    last.thread = current_thread();
    if (++times < most)
        return;
    caught("endless", &sites[EVENT_SITE(warp_log.next[-1])], last.thread,
           "asks %lu times for %s, which stays as it is: %s", most,
           address_text(a, size, -1),
           space_of(a) == SHARED ? "here the warps of a block run one after "
           "another from barrier to barrier" : sampling() ?
           "of so large a product only some blocks run; take a smaller --size" :
           "a block can wait only for those that begin before it, the blocks "
           "of lower index");
}

void lens_touch(const void *a, unsigned size, int op)
{
    lens_touch_from(a, size, op, CALLER());
    if (op != LENS_ATOMIC)
        return;
    watch_waiting((uintptr_t)a, size);
    handover_atomic((uintptr_t)a, size);
}

const void *lens_early(const void *a, unsigned size)
{
    return handover_early((uintptr_t)a, size);
}

void __tsan_init(void);
void __tsan_init(void)
{
}

void __tsan_func_entry(void *);
void __tsan_func_entry(void *caller)
{
    (void)caller;
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

/* What the compiler knows of a place, and calls where it does not hold. The
 * layouts are GCC's, libsanitizer/ubsan/ubsan_handlers.h. */
struct told {
    struct { const char *file; uint32_t line, column; } where;
    const struct { uint16_t kind, info; char name[]; } *type;
};

/* -fsanitize=bounds: an index past an array whose size the source states. */
void __ubsan_handle_out_of_bounds(const struct told *, uintptr_t);
void __ubsan_handle_out_of_bounds(const struct told *d, uintptr_t index)
{
    caught_at("out of bounds", CALLER(), current_thread(),
              "takes element %ld of an array of type %s", (long)index,
              d->type->name);
}

static _Noreturn void misaligned(const char *verb, uintptr_t a, int alignment,
                                 uintptr_t pc)
{
    const char *where = within(stacks, a)
                            ? "an address in local memory"
                            : address_text(a, (unsigned)alignment, -1);

    caught("misaligned access", site_at(pc, 1, LOAD), current_thread(),
           "%s%s %d bytes at %s, which is no multiple of %d bytes",
           now.launch ? "" : "the host ", verb, alignment, where, alignment);
}

/* -fsanitize=alignment: the type wants a multiple of more than the pointer is. An
 * access of such a type is one of so many bytes, or of several such. */
/* What is done there; CALLS a member function of it, which may be its assignment. */
enum { LOADS, STORES, CALLS = 4 };

struct told_of_pointer {
    struct told told;
    uint8_t log_alignment, use;
};

void __ubsan_handle_type_mismatch_v1(const struct told_of_pointer *, uintptr_t);
void __ubsan_handle_type_mismatch_v1(const struct told_of_pointer *d,
                                     uintptr_t a)
{
    const int loads = d->use == LOADS ||
                      strncmp(d->told.type->name, "'const ", 7) == 0,
              stores = d->use == STORES || d->use == CALLS;

    /* -fsanitize=object-size, of a program that is judged. */
    if (a % (1u << d->log_alignment) == 0)
        caught("out of bounds", site_at((uintptr_t)CALLER(), 1, LOAD),
               current_thread(), "%s%s %s past the end of a variable",
               now.launch ? "" : "the host ", loads ? "loads" :
               stores ? "stores" : "accesses", d->told.type->name);
    misaligned(loads ? "loads" : stores ? "stores" : "accesses", a,
               1 << d->log_alignment, (uintptr_t)CALLER());
}

void lens_misaligned(const void *a, int alignment)
{
    misaligned("copies", (uintptr_t)a, alignment,
               (uintptr_t)CALLER());
}
