#include "bench/gpu/launched.h"

#include "bench/gpu/driver.h"
#include "bench/gpu/identifier.h"

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { NODES = 8 };

/* Functions that older drivers lack. */
static CUresult (*params)(CUgraphNode, CUDA_KERNEL_NODE_PARAMS *);
static CUresult (*function_name)(const char **, CUfunction);
static CUresult (*kernel_name)(const char **, CUkernel);

static int load(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);

    return look_up(library, "cuGraphKernelNodeGetParams_v2", &params) &&
           look_up(library, "cuFuncGetName", &function_name) &&
           look_up(library, "cuKernelGetName", &kernel_name);
}

static void append(char *text, const char *more)
{
    if (text[0])
        strncat(text, "+", LAUNCHED_TEXT - 1 - strlen(text));
    strncat(text, more, LAUNCHED_TEXT - 1 - strlen(text));
}

static void add(struct launched *l, CUgraphNode node)
{
    CUDA_KERNEL_NODE_PARAMS p = {0};
    const char *name = NULL;
    char text[LAUNCHED_TEXT];

    if (params(node, &p) != CUDA_SUCCESS ||
        (p.func ? function_name(&name, p.func) : kernel_name(&name, p.kern)) !=
            CUDA_SUCCESS || !name)
        return;
    identifier_of(name, text, sizeof text);
    append(l->names, text);
    snprintf(text, sizeof text, "%ux%ux%u", p.gridDimX, p.gridDimY, p.gridDimZ);
    append(l->grids, text);
}

struct launched launched_by(work_fn *work, void *ctx)
{
    struct launched l = {{0}, {0}};
    cudaGraph_t graph = NULL;
    cudaGraphNode_t node[NODES];
    size_t count = NODES;

    work(ctx); /* the first call makes what cannot be recorded */
    if (cudaDeviceSynchronize() != cudaSuccess || !load() ||
        cudaStreamBeginCapture(cudaStreamPerThread,
                               cudaStreamCaptureModeThreadLocal) != cudaSuccess)
        return l;
    work(ctx);
    if (cudaStreamEndCapture(cudaStreamPerThread, &graph) == cudaSuccess &&
        cudaGraphGetNodes(graph, node, &count) == cudaSuccess)
        for (size_t i = 0; i < count; ++i)
            add(&l, node[i]); /* one that is no kernel says so, and is left out */
    if (graph)
        cudaGraphDestroy(graph);
    cudaGetLastError();
    complain_now();
    return l;
}
