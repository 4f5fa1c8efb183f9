#include "device.h"

#include <cuda_runtime.h>
#include <dlfcn.h>

/* The little of NVML that we use; declared here because its header comes with
 * another package than the compiler. Values from the NVML API reference. */
enum { NVML_CLOCK_SM = 1 };
typedef int handle_fn(const char *bus, void **device);
typedef int clock_fn(void *device, int type, unsigned *mhz);
typedef int version_fn(char *text, unsigned size);

static void *card;
static clock_fn *current, *highest;
static version_fn *version;

/* dlsym() returns an object pointer; C has no cast from it to a function. */
static void look_up(void *library, const char *name, void *function)
{
    *(void **)function = dlsym(library, name);
}

static int load(void)
{
    static int tried;
    int (*init)(void) = 0;
    handle_fn *by_bus = 0;
    char bus[32];
    void *nvml;

    if (tried++)
        return card != 0;
    nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!nvml)
        return 0;
    look_up(nvml, "nvmlInit_v2", &init);
    look_up(nvml, "nvmlDeviceGetHandleByPciBusId_v2", &by_bus);
    look_up(nvml, "nvmlDeviceGetClockInfo", &current);
    look_up(nvml, "nvmlDeviceGetMaxClockInfo", &highest);
    look_up(nvml, "nvmlSystemGetDriverVersion", &version);
    if (!init || !by_bus || !current || !highest || init() != 0 ||
        cudaDeviceGetPCIBusId(bus, sizeof bus, 0) != cudaSuccess ||
        by_bus(bus, &card) != 0)
        card = 0;
    return card != 0;
}

static int ask(clock_fn **f)
{
    unsigned mhz = 0;

    return load() && (*f)(card, NVML_CLOCK_SM, &mhz) == 0 ? (int)mhz : 0;
}

int clock_now(void)
{
    return ask(&current);
}

int clock_limit(void)
{
    return ask(&highest);
}

const char *driver_version(void)
{
    static char text[80] = "unknown";

    if (load() && version && version(text, sizeof text) != 0)
        return "unknown";
    return text;
}
