/* lens_device.h - the device half of cuda_runtime.h: qualifiers, built-in
 * variables, vector types, launches, barriers, shuffles, votes, atomics, and
 * the arithmetic intrinsics. C++, because CUDA's own headers are.
 *
 * Loads and stores need nothing here: GCC's thread sanitizer reports each of
 * them (hooks.c). Whatever makes lanes wait for one another goes through
 * lens_barrier() and lens_meet(), from where it stands in the kernel. */
#ifndef LENS_DEVICE_H
#define LENS_DEVICE_H

#include "../engine.h"
#include "lens_host.h"

#define __CUDACC__ 1
#define __host__
#define __device__
#define __global__
#define __constant__ __attribute__((section("lens_constant")))
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __grid_constant__

/* launch.sed puts it at the head of the kernel's body. */
#define lens_bounds(...) lens_bound_to(__VA_ARGS__)

/* So does it this, for each parameter that is const T *__restrict__. */
#define lens_restrict(parameter) lens_fixed_from(parameter)

/* Shared arrays are thread-local, which puts those of templates too into one
 * range; threads of a block are fibers of one thread of the system. A guard
 * beside each array keeps it from touching its neighbour. launch.sed turns
 * `extern __shared__ float s[];` into `LENS_DYNAMIC_SHARED(s, , float)`. */
#define LENS_PASTE(a, b) a##b
#define LENS_GUARD(n) LENS_PASTE(lens_guard_, n)
#define LENS_KEPT thread_local __attribute__((used))
#define __shared__ LENS_KEPT char LENS_GUARD(__COUNTER__)[64]; LENS_KEPT
#define LENS_DYNAMIC_SHARED(name, dims, ...)                                   \
    const auto name = (lens_type<__VA_ARGS__ dims> *)lens_dynamic_shared(#name);
/* The same outside all functions: a name of lens_dynamic, which a kernel reads
 * without that being an access. */
#define LENS_DYNAMIC_SHARED_OF_ALL(name, dims, ...)                            \
    extern lens_type<__VA_ARGS__ dims> *const name __asm__("lens_dynamic");    \
    __attribute__((section("lens_names"), used)) static const char             \
        LENS_PASTE(lens_name_, name)[] = #name;

#define LENS_INLINE static inline __attribute__((always_inline, unused))
#define LENS_HIDDEN static __attribute__((noinline, unused, no_sanitize_thread))

template <typename T> using lens_type = T;

extern "C" {
/* Const, so that the compiler does not report reading them as an access. */
extern const uint3 threadIdx, blockIdx, blockDim, gridDim;
}

static constexpr int warpSize = 32;

/* Vector types. */
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1)
        : x(x_), y(y_), z(z_) {}
    constexpr dim3(const uint3 &v) : x(v.x), y(v.y), z(v.z) {}
};

/* Clang takes a struct that is copied to pieces, each with an access of its own, but
 * not a vector: there one lies beside the members, and is what is copied. */
#ifdef __clang__
template <size_t BYTES> struct lens_whole {
    typedef unsigned short type __attribute__((vector_size(BYTES), may_alias));
};
template <> struct lens_whole<2> { typedef unsigned short type; };
#define LENS_MEMBERS(name, bytes, ...)                                         \
    union {                                                                    \
        lens_whole<bytes>::type lens_all;                                      \
        struct { __VA_ARGS__ };                                                \
    };                                                                         \
    name() = default;                                                          \
    name(const name &from) : lens_all(from.lens_all) {}                        \
    name &operator=(const name &from)                                          \
    {                                                                          \
        lens_all = from.lens_all;                                              \
        return *this;                                                          \
    }
#define LENS_PAIR(type, name)                                                  \
    LENS_MEMBERS(name, 2 * sizeof(type), type x, y;)                           \
    constexpr name(type x_, type y_ = {}) : x(x_), y(y_) {}
#define LENS_FOUR(type, name)                                                  \
    LENS_MEMBERS(name, 4 * sizeof(type), type x, y, z, w;)                     \
    constexpr name(type x_, type y_ = {}, type z_ = {}, type w_ = {})          \
        : x(x_), y(y_), z(z_), w(w_) {}
#else
#define LENS_PAIR(type, name) type x, y;
#define LENS_FOUR(type, name) type x, y, z, w;
#endif
#define LENS_VECTOR(type, name)                                                \
    struct name##1 { type x; };                                                \
    struct __align__(2 * sizeof(type)) name##2 { LENS_PAIR(type, name##2) };   \
    struct __align__(4 * sizeof(type)) name##4 { LENS_FOUR(type, name##4) };   \
    LENS_INLINE name##2 make_##name##2(type x, type y) { return {x, y}; }      \
    LENS_INLINE name##4 make_##name##4(type x, type y, type z, type w)         \
    {                                                                          \
        return {x, y, z, w};                                                   \
    }

LENS_VECTOR(float, float)
LENS_VECTOR(int, int)
LENS_VECTOR(unsigned, uint)
LENS_VECTOR(short, short)
LENS_VECTOR(unsigned short, ushort)
LENS_VECTOR(signed char, char)
LENS_VECTOR(unsigned char, uchar)
struct float3 { float x, y, z; };
struct int3 { int x, y, z; };
struct __align__(16) double2 { LENS_PAIR(double, double2) };
LENS_INLINE float3 make_float3(float x, float y, float z) { return {x, y, z}; }
LENS_INLINE int3 make_int3(int x, int y, int z) { return {x, y, z}; }
LENS_INLINE uint3 make_uint3(unsigned x, unsigned y, unsigned z)
{
    return {x, y, z};
}
LENS_INLINE double2 make_double2(double x, double y) { return {x, y}; }

/* Launches: kernel<<<grid, block, bytes, stream>>>(arguments) arrives here as
 * kernel ->* lens_on(grid, block, bytes, stream)(arguments). */
template <typename T> struct lens_is_const { enum : unsigned { value = 0 }; };
template <typename T> struct lens_is_const<const T> {
    enum : unsigned { value = 1 };
};

/* Notes a launch's pointers, and whether its parameters are the contract's. */
template <typename T>
static void lens_note_map(lens_launch &, const T &, long) {}
template <typename T> static void lens_note(lens_launch &l, const T &value)
{
    lens_note_map(l, value, 0);
}
template <typename T> static void lens_note(lens_launch &l, T *const &pointer)
{
    if (l.pointers == 16)
        return;
    l.inputs |= lens_is_const<T>::value << l.pointers;
    l.pointer[l.pointers++] = (const void *)pointer;
}

/* A map of tiles stands for the matrix that it is of. */
template <typename T>
static auto lens_note_map(lens_launch &l, const T &map, int)
    -> decltype((void)map.opaque)
{
    float *const matrix = (float *)map.opaque[MAP_FIRST];
    const float *const input = matrix;

    if (map.opaque[MAP_STORES])
        lens_note(l, matrix);
    else
        lens_note(l, input);
}

template <typename... P> static void lens_describe(lens_launch &, P...) {}
template <typename S, typename A, typename B, typename C>
static void lens_describe(lens_launch &l, int m, int n, int k, S, const A *,
                          const B *, S, C *)
{
    l.is_gemm = 1;
    l.element_bytes[0] = sizeof(A);
    l.element_bytes[1] = sizeof(B);
    l.element_bytes[2] = sizeof(C);
    l.m = m;
    l.n = n;
    l.k = k;
}
template <typename S, typename Map, typename C,
          typename = decltype(Map::opaque)>
static void lens_describe(lens_launch &l, int m, int n, int k, S s, const Map &a,
                          const Map &b, S, C *c)
{
    const float *const any = nullptr;

    lens_describe(l, m, n, k, s, any, any, s, c);
    if (a.opaque[MAP_SIZE] && b.opaque[MAP_SIZE]) {
        l.element_bytes[0] = (int)a.opaque[MAP_SIZE];
        l.element_bytes[1] = (int)b.opaque[MAP_SIZE];
    }
}
template <typename S, typename Map, typename = decltype(Map::opaque)>
static void lens_describe(lens_launch &l, int m, int n, int k, S s, const Map &a,
                          const Map &b, S, const Map &c)
{
    lens_describe(l, m, n, k, s, a, b, s, (float *)c.opaque[MAP_FIRST]);
}

/* A kernel that stores by a map of C, where it does, and by a pointer where not. */
template <typename S, typename Map, typename C, typename... Q,
          typename = decltype(Map::opaque)>
static void lens_describe(lens_launch &l, int m, int n, int k, S s, const Map &a,
                          const Map &b, const Map &, S, C *c, Q...)
{
    lens_describe(l, m, n, k, s, a, b, s, c);
    l.pointer[2] = (const void *)c;
}

/* What stands right of the kernel: where it runs, and how to call it. */
template <typename Call> struct lens_bound {
    lens_launch launch;
    Call call;
};

struct lens_on {
    lens_launch launch = {};

    lens_on(dim3 grid, dim3 block, size_t bytes = 0,
            cudaStream_t stream = nullptr)
    {
        launch.grid = {grid.x, grid.y, grid.z};
        launch.block = {block.x, block.y, block.z};
        launch.shared_bytes = bytes;
        launch.stream = stream;
    }

    template <typename... Q> auto operator()(const Q &...arguments) const
    {
        auto call = [&](auto kernel) { kernel(arguments...); };

        return lens_bound<decltype(call)>{launch, call};
    }
};

template <typename... P, typename Call>
static void operator->*(void (*kernel)(P...), lens_bound<Call> on)
{
    on.launch.pointers = on.launch.is_gemm = 0;
    on.launch.inputs = 0;
    on.call([&](P... arguments) {
        auto thread = [=]() __attribute__((no_sanitize_thread)) {
            kernel(arguments...);
        };
        (lens_note(on.launch, arguments), ...);
        lens_describe(on.launch, arguments...);
        on.launch.entry = (const void *)kernel;
        on.launch.state = &thread;
        on.launch.run_thread = [](void *state)
            __attribute__((no_sanitize_thread)) {
            (*static_cast<decltype(thread) *>(state))();
        };
        lens_run(&on.launch);
    });
}

template <typename... P>
static inline cudaError_t cudaFuncSetAttribute(void (*kernel)(P...),
                                               cudaFuncAttribute attribute,
                                               int value)
{
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}

template <typename T>
static inline cudaError_t cudaMalloc(T **pointer, size_t bytes)
{
    return cudaMalloc((void **)pointer, bytes);
}

template <typename... Q>
LENS_INLINE void lens_bound_to(unsigned threads, Q...)
{
    if (blockDim.x * blockDim.y * blockDim.z > threads)
        lens_beyond_bounds(threads);
}

/* Copies a value that no kernel's access is. */
template <size_t BYTES>
LENS_INLINE void lens_bits(void *to, const void *from)
{
    struct bytes { char of[BYTES]; } __attribute__((may_alias));

    *(bytes *)to = *(const bytes *)from;
}

/* Barriers. */
LENS_INLINE void __syncthreads(void)
{
    lens_barrier();
}
LENS_INLINE int __syncthreads_count(int p)
{
    return lens_barrier_vote(p, '+');
}
LENS_INLINE int __syncthreads_and(int p)
{
    return lens_barrier_vote(p, '&');
}
LENS_INLINE int __syncthreads_or(int p)
{
    return lens_barrier_vote(p, '|');
}
LENS_INLINE void __syncwarp(unsigned mask = 0xffffffffu)
{
    lens_meet_living("__syncwarp", lens_here(), mask, nullptr, nullptr);
}
LENS_INLINE void __threadfence(void)
{
    __asm__ volatile("" ::: "memory");
    lens_fence();
}
LENS_INLINE void __threadfence_block(void)
{
    __asm__ volatile("" ::: "memory");
}

/* Shuffles and votes. `inside` says whether the source lane is one to read
 * from; else a lane gets back what it gave. */
template <typename T>
LENS_HIDDEN T lens_shuffled(const char *what, const void *pc, unsigned mask,
                            T value, int source, bool inside)
{
    static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
    lens_exchange mine = {0, 0, inside ? source : (int)lens_lane()};

    lens_bits<sizeof value>(&mine.bits, &value);
    lens_meet_living(what, pc, mask, &mine, lens_shuffle);
    lens_bits<sizeof value>(&value, &mine.result);
    return value;
}

template <typename T>
LENS_INLINE T __shfl_sync(unsigned mask, T v, int from, int width = 32)
{
    const int base = (int)lens_lane() & -width;

    return lens_shuffled("__shfl_sync", lens_here(), mask, v,
                         base | (from & (width - 1)), true);
}
template <typename T>
LENS_INLINE T __shfl_up_sync(unsigned mask, T v, unsigned by, int width = 32)
{
    const int lane = (int)lens_lane(), source = lane - (int)by;

    return lens_shuffled("__shfl_up_sync", lens_here(), mask, v, source,
                         source >= (lane & -width));
}
template <typename T>
LENS_INLINE T __shfl_down_sync(unsigned mask, T v, unsigned by, int width = 32)
{
    const int lane = (int)lens_lane(), source = lane + (int)by;

    return lens_shuffled("__shfl_down_sync", lens_here(), mask, v, source,
                         source < (lane & -width) + width);
}
template <typename T>
LENS_INLINE T __shfl_xor_sync(unsigned mask, T v, int by, int width = 32)
{
    const int lane = (int)lens_lane(), source = lane ^ by;

    return lens_shuffled("__shfl_xor_sync", lens_here(), mask, v, source,
                         source < (lane & -width) + width);
}

LENS_HIDDEN unsigned lens_votes(const char *what, const void *pc, unsigned mask,
                                int predicate)
{
    lens_exchange mine = {predicate != 0, 0, 0};

    lens_meet_living(what, pc, mask, &mine, lens_ballot);
    return (unsigned)mine.result;
}
LENS_INLINE unsigned __ballot_sync(unsigned mask, int p)
{
    return lens_votes("__ballot_sync", lens_here(), mask, p);
}
LENS_INLINE int __any_sync(unsigned mask, int p)
{
    return lens_votes("__any_sync", lens_here(), mask, p) != 0;
}
LENS_INLINE int __all_sync(unsigned mask, int p)
{
    return lens_votes("__all_sync", lens_here(), mask, !p) == 0;
}

/* Atomics. Threads run one at a time, so a plain update is atomic; it is
 * reported as one access and hidden from the sanitizer. */
template <typename T> struct lens_same { typedef T type; };

template <typename T> LENS_HIDDEN T lens_peek(const T *at) { return *at; }
template <typename T> LENS_HIDDEN void lens_poke(T *at, T v) { *at = v; }

#define LENS_UPDATE(name, expression)                                          \
    template <typename T>                                                      \
    LENS_INLINE T name(T *at, typename lens_same<T>::type v)                   \
    {                                                                          \
        T old;                                                                 \
        if (const void *early = lens_early(at, sizeof *at)) {                  \
            old = lens_peek((const T *)early);                                 \
            if ((T)(expression) == old)                                        \
                return old;                                                    \
        }                                                                      \
        lens_touch(at, sizeof *at, LENS_ATOMIC);                               \
        old = lens_peek(at);                                                   \
        lens_poke(at, (T)(expression));                                        \
        return old;                                                            \
    }

LENS_UPDATE(atomicAdd, old + v)
LENS_UPDATE(atomicSub, old - v)
LENS_UPDATE(atomicExch, v)
LENS_UPDATE(atomicMin, old < v ? old : v)
LENS_UPDATE(atomicMax, old > v ? old : v)
LENS_UPDATE(atomicAnd, old & v)
LENS_UPDATE(atomicOr, old | v)
LENS_UPDATE(atomicXor, old ^ v)
LENS_UPDATE(atomicInc, old >= v ? 0 : old + 1)

template <typename T>
LENS_INLINE T atomicCAS(T *at, typename lens_same<T>::type expected,
                        typename lens_same<T>::type v)
{
    T old;
    if (const void *early = lens_early(at, sizeof *at)) {
        old = lens_peek((const T *)early);
        if (old != expected)
            return old;
    }
    lens_touch(at, sizeof *at, LENS_ATOMIC);
    old = lens_peek(at);
    if (old == expected)
        lens_poke(at, v);
    return old;
}

/* Loads and stores with a cache hint: the lens has no caches. */
template <typename T> LENS_INLINE T __ldg(const T *p)
{
    return *(const T *)lens_fixed(p, sizeof *p);
}
template <typename T> LENS_INLINE T __ldca(const T *p) { return *p; }
template <typename T> LENS_INLINE T __ldcg(const T *p) { return *p; }
template <typename T> LENS_INLINE T __ldcs(const T *p) { return *p; }
template <typename T> LENS_INLINE void __stcg(T *p, T v) { *p = v; }
template <typename T> LENS_INLINE void __stcs(T *p, T v) { *p = v; }
template <typename T> LENS_INLINE void __stwt(T *p, T v) { *p = v; }

/* Arithmetic. */
LENS_INLINE int min(int a, int b) { return a < b ? a : b; }
LENS_INLINE int max(int a, int b) { return a > b ? a : b; }
LENS_INLINE unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
LENS_INLINE unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
LENS_INLINE long long min(long long a, long long b) { return a < b ? a : b; }
LENS_INLINE long long max(long long a, long long b) { return a > b ? a : b; }
LENS_INLINE size_t min(size_t a, size_t b) { return a < b ? a : b; }
LENS_INLINE size_t max(size_t a, size_t b) { return a > b ? a : b; }
LENS_INLINE float min(float a, float b) { return fminf(a, b); }
LENS_INLINE float max(float a, float b) { return fmaxf(a, b); }
LENS_INLINE double min(double a, double b) { return fmin(a, b); }
LENS_INLINE double max(double a, double b) { return fmax(a, b); }
/* glibc has one of this name since 2.42. */
LENS_INLINE float lens_rsqrtf(float x) { return 1.0f / sqrtf(x); }
#define rsqrtf lens_rsqrtf
LENS_INLINE float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
LENS_INLINE float __fadd_rn(float a, float b) { return a + b; }
LENS_INLINE float __fsub_rn(float a, float b) { return a - b; }
LENS_INLINE float __fmul_rn(float a, float b) { return a * b; }
LENS_INLINE float __fdividef(float a, float b) { return a / b; }
LENS_INLINE double __fma_rn(double a, double b, double c)
{
    return fma(a, b, c);
}
LENS_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
LENS_INLINE int __ffs(int x) { return __builtin_ffs(x); }
LENS_INLINE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
LENS_INLINE int __mul24(int a, int b) { return a * b; }
LENS_INLINE unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((uint64_t)a * b >> 32);
}

#define LENS_BITS(name, from, to)                                              \
    LENS_INLINE to name(from value) { return __builtin_bit_cast(to, value); }

LENS_BITS(__float_as_int, float, int)
LENS_BITS(__int_as_float, int, float)
LENS_BITS(__float_as_uint, float, unsigned)
LENS_BITS(__uint_as_float, unsigned, float)
LENS_BITS(__double_as_longlong, double, long long)
LENS_BITS(__longlong_as_double, long long, double)

/* Inline PTX cannot run here; nor can this clock tell anything. */
#define asm the_lens_cannot_run_inline_ptx
LENS_INLINE long long clock64(void) { return 0; }

#endif
