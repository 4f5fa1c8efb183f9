/* lens_more.h - what fewer kernels want of cuda_runtime.h: symbols, launches by
 * function, reductions of a warp, rarer types and intrinsics, and a sentence
 * for what the lens cannot run. */
#ifndef LENS_MORE_H
#define LENS_MORE_H

#include "lens_device.h"

#include <utility>

#define LENS_CANNOT(why) __attribute__((error("the lens cannot: " why)))

unsigned __activemask(void)
    LENS_CANNOT("lanes run one after another, so name those that take part");
#define LENS_REFUSED(type, name, why)                                          \
    template <typename... T> type name(const T &...) LENS_CANNOT(why);
#define LENS_MATCH "it has no match; compare by __shfl_sync, or vote"
LENS_REFUSED(unsigned, __match_any_sync, LENS_MATCH)
LENS_REFUSED(unsigned, __match_all_sync, LENS_MATCH)
LENS_REFUSED(void, __barrier_sync,
             "it has one barrier of a block, __syncthreads")
LENS_REFUSED(void, __barrier_sync_count,
             "it has one barrier of a block, __syncthreads")
#define LENS_MANAGED                                                           \
    "it has no managed memory; take cudaMalloc and cudaMemcpy"
LENS_REFUSED(cudaError_t, cudaMallocManaged, LENS_MANAGED)
LENS_REFUSED(cudaError_t, cudaMemPrefetchAsync, LENS_MANAGED)
LENS_REFUSED(cudaError_t, cudaMemAdvise, LENS_MANAGED)
#define __managed__                                                            \
    _Pragma("GCC error \"the lens cannot: it has no managed memory; take __device__ and cudaMemcpyToSymbol\"")
#define LENS_OCCUPANCY                                                         \
    "it counts no registers, so it knows no occupancy; ask on a card"
LENS_REFUSED(cudaError_t, cudaOccupancyMaxActiveBlocksPerMultiprocessor,
             LENS_OCCUPANCY)
LENS_REFUSED(cudaError_t, cudaOccupancyMaxPotentialBlockSize, LENS_OCCUPANCY)
LENS_REFUSED(cudaError_t, cudaFuncGetAttributes, LENS_OCCUPANCY)
LENS_REFUSED(cudaError_t, cudaLaunchCooperativeKernel,
             "blocks run one after another, so none can wait for all")
LENS_REFUSED(cudaError_t, cudaMalloc3D, "take cudaMallocPitch or cudaMalloc")
LENS_REFUSED(cudaError_t, cudaMallocArray, "it has no textures")
LENS_REFUSED(cudaError_t, cudaStreamBeginCapture, "it has no graphs")
LENS_REFUSED(cudaError_t, cudaGraphLaunch, "it has no graphs")

/* Types. */
LENS_VECTOR(long, long)
LENS_VECTOR(unsigned long, ulong)
struct __align__(16) longlong2 { LENS_PAIR(long long, longlong2) };
struct __align__(16) ulonglong2 { LENS_PAIR(unsigned long long, ulonglong2) };
LENS_INLINE longlong2 make_longlong2(long long x, long long y)
{
    return {x, y};
}
LENS_INLINE ulonglong2 make_ulonglong2(unsigned long long x,
                                       unsigned long long y)
{
    return {x, y};
}
struct uchar3 { unsigned char x, y, z; };
struct double3 { double x, y, z; };

/* Symbols: __device__ and __constant__ variables. */
template <typename T>
LENS_INLINE cudaError_t cudaMemcpyToSymbol(
    T &symbol, const void *from, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return lens_symbol((char *)&symbol + offset, from, bytes,
                       offset + bytes <= sizeof symbol, kind);
}
template <typename T>
LENS_INLINE cudaError_t cudaMemcpyFromSymbol(
    void *to, const T &symbol, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return lens_symbol(to, (const char *)&symbol + offset, bytes,
                       offset + bytes <= sizeof symbol, kind);
}
template <typename T>
LENS_INLINE cudaError_t cudaGetSymbolAddress(void **at, T &symbol)
{
    *at = (void *)&symbol;
    return cudaSuccess;
}

/* Launches by function. */
template <typename... P, size_t... I>
static cudaError_t lens_launch_by(void (*kernel)(P...), dim3 grid, dim3 block,
                                  void **arguments, size_t bytes,
                                  cudaStream_t stream, std::index_sequence<I...>)
{
    kernel ->* lens_on(grid, block, bytes, stream)(
        *static_cast<typename std::remove_reference<P>::type *>(
            arguments[I])...);
    return cudaPeekAtLastError();
}
template <typename... P>
static inline cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid,
                                           dim3 block, void **arguments,
                                           size_t bytes = 0,
                                           cudaStream_t stream = nullptr)
{
    return lens_launch_by(kernel, grid, block, arguments, bytes, stream,
                          std::index_sequence_for<P...>());
}
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t = 0,
                             cudaStream_t = nullptr)
    LENS_CANNOT("give cudaLaunchKernel the kernel, not a pointer to void");

/* Pointers of every type, and what has defaults in C++. */
template <typename T>
static inline cudaError_t cudaMallocHost(T **pointer, size_t bytes,
                                         unsigned = 0)
{
    return cudaMallocHost((void **)pointer, bytes);
}
template <typename T>
static inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned)
{
    return cudaMallocHost((void **)pointer, bytes);
}
template <typename T>
static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch,
                                          size_t width, size_t height)
{
    return cudaMallocPitch((void **)pointer, pitch, width, height);
}
LENS_INLINE cudaError_t cudaMemcpy2DAsync(
    void *to, size_t to_pitch, const void *from, size_t from_pitch,
    size_t width, size_t height, cudaMemcpyKind kind,
    cudaStream_t stream = nullptr)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < height && error == cudaSuccess; ++i)
        error = cudaMemcpyAsync((char *)to + i * to_pitch,
                                (const char *)from + i * from_pitch, width,
                                kind, stream);
    return error;
}
LENS_INLINE cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value,
                                          size_t width, size_t height,
                                          cudaStream_t stream = nullptr)
{
    cudaError_t error = cudaSuccess;

    for (size_t i = 0; i < height && error == cudaSuccess; ++i)
        error = cudaMemsetAsync((char *)to + i * pitch, value, width, stream);
    return error;
}
LENS_INLINE cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return cudaEventCreateWithFlags(event, flags);
}
template <typename T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes,
                                          cudaStream_t stream)
{
    return cudaMallocAsync((void **)pointer, bytes, stream);
}
LENS_INLINE cudaError_t cudaFreeAsync(void *pointer, cudaStream_t)
{
    return cudaFree(pointer);
}
/* Is there in a program that creates a stream, so that the lens knows it does before
 * the first launch: streams.c */
inline const char lens_uses_streams __asm__("lens_uses_streams") = 1;
LENS_INLINE cudaError_t cudaStreamCreate(cudaStream_t *s)
{
    return lens_stream_new(s, &lens_uses_streams);
}
LENS_INLINE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned)
{
    return cudaStreamCreate(s);
}
LENS_INLINE cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned,
                                                     int)
{
    return cudaStreamCreate(s);
}

/* min and max of one signed and one unsigned are unsigned, as nvcc has it. */
LENS_INLINE unsigned min(int a, unsigned b) { return min((unsigned)a, b); }
LENS_INLINE unsigned min(unsigned a, int b) { return min(a, (unsigned)b); }
LENS_INLINE unsigned max(int a, unsigned b) { return max((unsigned)a, b); }
LENS_INLINE unsigned max(unsigned a, int b) { return max(a, (unsigned)b); }

/* Reductions of a warp: every lane gets the result. */
typedef unsigned lens_two(unsigned, unsigned);
template <lens_two *Join>
LENS_HIDDEN void lens_join(void *const brought[32], unsigned mask)
{
    uint64_t all = ((lens_exchange *)brought[__builtin_ctz(mask)])->bits;

    for (unsigned rest = mask & (mask - 1); rest; rest &= rest - 1)
        all = Join((unsigned)all, (unsigned)((lens_exchange *)
                                  brought[__builtin_ctz(rest)])->bits);
    for (unsigned rest = mask; rest; rest &= rest - 1)
        ((lens_exchange *)brought[__builtin_ctz(rest)])->result = all;
}
#define LENS_REDUCE(name, type, expression)                                    \
    LENS_INLINE unsigned lens_##name(unsigned x, unsigned y)                   \
    {                                                                          \
        const type a = (type)x, b = (type)y;                                   \
        return (unsigned)(expression);                                         \
    }                                                                          \
    LENS_INLINE type __reduce_##name##_sync(unsigned mask, type value)         \
    {                                                                          \
        lens_exchange mine = {(unsigned)value, 0, 0};                          \
        lens_meet_living("__reduce_" #name "_sync", lens_here(), mask,          \
                         &mine, lens_join<lens_##name>);                       \
        return (type)mine.result;                                              \
    }
LENS_REDUCE(add, unsigned, a + b)
LENS_REDUCE(and, unsigned, a & b)
LENS_REDUCE(or, unsigned, a | b)
LENS_REDUCE(xor, unsigned, a ^ b)
LENS_REDUCE(min, unsigned, a < b ? a : b)
LENS_REDUCE(max, unsigned, a > b ? a : b)

/* Intrinsics. The faster, less exact ones are exact here. */
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __powf(x, y) powf(x, y)
LENS_INLINE float __fsqrt_rn(float x) { return sqrtf(x); }
LENS_INLINE float __fdiv_rn(float a, float b) { return a / b; }
LENS_INLINE float __frcp_rn(float x) { return 1.0f / x; }
LENS_INLINE float __frsqrt_rn(float x) { return (float)(1.0 / sqrt(x)); }
LENS_INLINE float __saturatef(float x) { return fminf(fmaxf(x, 0), 1); }
LENS_INLINE double __dadd_rn(double a, double b) { return a + b; }
LENS_INLINE double __dmul_rn(double a, double b) { return a * b; }
LENS_INLINE int __float2int_rn(float x) { return (int)rintf(x); }
LENS_INLINE int __float2int_rz(float x) { return (int)x; }
LENS_INLINE int __float2int_rd(float x) { return (int)floorf(x); }
LENS_INLINE int __float2int_ru(float x) { return (int)ceilf(x); }
LENS_INLINE float __int2float_rn(int x) { return (float)x; }
LENS_INLINE float __uint2float_rn(unsigned x) { return (float)x; }
LENS_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned which)
{
    const uint64_t both = (uint64_t)y << 32 | x;
    unsigned out = 0;

    for (int i = 0; i < 4; ++i)
        out |= (unsigned)(both >> (which >> 4 * i & 7) * 8 & 0xff) << 8 * i;
    return out;
}
LENS_INLINE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
LENS_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
LENS_INLINE int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
LENS_INLINE unsigned __brev(unsigned x)
{
    unsigned out = 0;

    for (int i = 0; i < 32; ++i)
        out |= (x >> i & 1) << (31 - i);
    return out;
}
LENS_INLINE void __trap(void) { __builtin_trap(); }
LENS_INLINE void __nanosleep(unsigned) {}
LENS_INLINE void __threadfence_system(void) { __threadfence(); }

#endif
