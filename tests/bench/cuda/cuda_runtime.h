/* cuda_runtime.h - the little of it that bench/gpu/batch.c and bench/timing.c call, on
 * a card that only keeps time: tests/bench/batch.c. */
#ifndef FAKE_CUDA_RUNTIME_H
#define FAKE_CUDA_RUNTIME_H

typedef int cudaError_t;
typedef struct event *cudaEvent_t;
typedef struct graph *cudaGraph_t, *cudaGraphExec_t;
typedef void *cudaStream_t;
enum { cudaSuccess = 0, cudaStreamCaptureModeThreadLocal = 1 };
#define cudaStreamPerThread ((cudaStream_t)2)

cudaError_t cudaEventCreate(cudaEvent_t *e);
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s);
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);
cudaError_t cudaStreamBeginCapture(cudaStream_t s, int mode);
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *x, cudaGraph_t g,
                                          unsigned long long flags);
cudaError_t cudaGraphLaunch(cudaGraphExec_t x, cudaStream_t s);
cudaError_t cudaGraphDestroy(cudaGraph_t g);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t x);
cudaError_t cudaGetLastError(void);

#endif
