#include "bench/gpu/nvml.h"

#include "bench/gpu/driver.h"

#include <cuda_runtime.h>
#include <dlfcn.h>

/* The little of NVML that we use; declared here because its header comes with
 * another package than the compiler. Values and layouts from the NVML API
 * reference; a field that fails or has another type is taken for unknown. */
enum { NVML_CLOCK_SM = 1, NVML_FI_DEV_POWER_INSTANT = 186,
       NVML_VALUE_TYPE_UNSIGNED_INT = 1 };
struct field {              /* nvmlFieldValue_t */
    unsigned id, scope;
    long long timestamp, latency;
    unsigned type;
    int status;
    union {
        double real;
        unsigned whole;
        unsigned long long wide;
    } value;
};
_Static_assert(sizeof(struct field) == 40, "as NVML lays it out");
typedef int fields_fn(void *device, int count, struct field *values);
typedef int power_fn(void *device, unsigned *milliwatts);
typedef int reasons_fn(void *device, unsigned long long *reasons);
typedef int handle_fn(const char *bus, void **device);
typedef int clock_fn(void *device, int type, unsigned *mhz);
typedef int version_fn(char *text, unsigned size);

static void *card;
static clock_fn *current, *highest;
static version_fn *version;
static fields_fn *fields;
static power_fn *power;
static reasons_fn *reasons;

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
    look_up(nvml, "nvmlDeviceGetFieldValues", &fields);
    look_up(nvml, "nvmlDeviceGetPowerUsage", &power);
    look_up(nvml, "nvmlDeviceGetCurrentClocksEventReasons", &reasons);
    if (!reasons) /* its name before driver 535 */
        look_up(nvml, "nvmlDeviceGetCurrentClocksThrottleReasons", &reasons);
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

/* The power of this moment or, where a driver tells no such thing, its average
 * over a while. */
static double watts_now(void)
{
    struct field f = {.id = NVML_FI_DEV_POWER_INSTANT};
    unsigned milliwatts = 0;

    if (fields && fields(card, 1, &f) == 0 && f.status == 0 &&
        f.type == NVML_VALUE_TYPE_UNSIGNED_INT)
        return f.value.whole / 1e3;
    return power && power(card, &milliwatts) == 0 ? milliwatts / 1e3 : 0.0;
}

void card_reading(struct reading *r)
{
    *r = (struct reading){0};
    if (!load())
        return;
    r->watts = watts_now();
    r->mhz = clock_now();
    r->reasons_known = reasons && reasons(card, &r->reasons) == 0;
}

const char *driver_version(void)
{
    static char text[80] = "unknown";

    if (load() && version && version(text, sizeof text) != 0)
        return "unknown";
    return text;
}
