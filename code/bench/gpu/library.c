#include "bench/gpu/library.h"

#include "bench/baseline.h"
#include "bench/gpu/best.h"
#include "bench/element.h"
#include "bench/plan.h"
#include "bench/program.h"

static const struct kernel ALL[MAX_LIBRARIES] = {
    {"cublas-fp32", cublas, 64, 64, 8, 1 << 30, 0, 0, {0}},
    {"cublas-fp16", cublas_fp16, 64, 64, 8, 1 << 30, HALF, 0, {0}},
    {"cublas-bf16", cublas_bf16, 64, 64, 8, 1 << 30, BFLOAT16 | NEEDS_80, 0, {0}},
    {"cublas-tf32", cublas_tf32, 64, 64, 8, 1 << 30, TF32 | NEEDS_80, 0, {0}},
};

static struct kernel found[MAX_LIBRARIES + 1];
static int count;

static const struct kernel *of_type(const struct kernel *of, unsigned flags)
{
    while (of->name && (of->flags & ELEMENT) != (flags & ELEMENT))
        ++of;
    return of;
}

static void add(unsigned flags)
{
    found[count] = *of_type(ALL, flags);
    if (count == 0)
        found[count].name = "cublas";
    ++count;
}

const struct kernel *libraries(void)
{
    if (count > 0)
        return found;
    for (const struct kernel *k = kernels; k->name; ++k)
        if (!(k->flags & PATTERN) && !of_type(found, k->flags)->name)
            add(k->flags);
    if (count == 0)
        add(0);
    if (is_among(provenance.headlines, BEST))
        found[count++] = (struct kernel){BEST, cublas_best, 64, 64, 8, 1 << 30,
                                         found[0].flags | HEADLINE, 0, {0}};
    return found;
}

const struct kernel *library_of(const struct kernel *k)
{
    return of_type(libraries(), k->flags);
}

const struct kernel *library_named(const char *name)
{
    for (const struct kernel *l = libraries(); l->name; ++l)
        if (strcmp(l->name, name) == 0)
            return l;
    return NULL;
}
