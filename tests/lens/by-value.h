/* What tests/lens/by-value.tsv names. */
struct three { float x, y, z; };
struct two { float x, y; };
struct pair { three first, second; };
__device__ __noinline__ float sum(three v) { return v.x + v.y + v.z; }
__device__ __noinline__ float sum(two v) { return v.x + v.y; }
__device__ __noinline__ three made(float x) { return {x, x, x}; }
__device__ __noinline__ two paired(float x) { return {x, x}; }
__device__ __noinline__ float by_reference(const three &v) { return v.x; }
__device__ __noinline__ float called(float (*f)(three), float x) { return f({x, x, x}); }
__device__ three kept;
