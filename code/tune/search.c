#include "tune/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a configuration lies: the logarithms of its constants and of what
 * follows from them. Neighbours are one halving apart. */
enum { AXES = 14, DERIVED = 3 /* the last, from the others */ };

struct point {
    double at[AXES];
    double guess;  /* logarithm of the predicted speed */
    int taken;     /* asked for already */
};

/* A Gaussian process over the points known so far. */
struct process {
    int n;
    int which[MAX_BUDGET];
    double rest[MAX_BUDGET];  /* log of the rate, less the trend */
    double level, slope;      /* trend = level + slope * guess */
    double length, noise, variance;
    double *factor;           /* Cholesky factor, n x n, lower */
    double *weight;           /* K^-1 rest */
};

struct search {
    const struct config *list;
    struct point *points;
    int count, budget, steps;
    struct search_step *trail;
    struct process gp;
    measure_fn *measure;
    void *ctx;
};

static void place(struct point *p, const struct config *c, double cycles)
{
    const int threads = config_threads(c);
    const double sides[AXES] = {
        c->bm, c->bn, c->bk, c->tm > 0 ? c->tm : 1, c->tn > 0 ? c->tn : 1,
        c->wm > 0 ? c->wm : 1,
        c->wn > 0 ? c->wn : 1, c->stages, c->blocks > 0 ? c->blocks : 1,
        1 << c->order, 1 << c->store, threads, config_sums(c),
        (c->bm + c->bn) * c->bk,
    };

    for (int i = 0; i < AXES; ++i)
        p->at[i] = log2(sides[i]);
    for (int i = AXES - DERIVED; i < AXES; ++i)
        p->at[i] *= 0.5;
    p->guess = -log(cycles);
    p->taken = 0;
}

static double distance(const struct point *a, const struct point *b)
{
    double sum = 0.0;

    for (int i = 0; i < AXES; ++i)
        sum += (a->at[i] - b->at[i]) * (a->at[i] - b->at[i]);
    const double g = 4.0 * (a->guess - b->guess);

    return sqrt(sum + g * g);
}

/* Matern's covariance with smoothness 5/2: Rasmussen and Williams, Gaussian
 * Processes for Machine Learning, section 4.2. */
static double covariance(double r, double length)
{
    const double x = sqrt(5.0) * r / length;

    return (1.0 + x + x * x / 3.0) * exp(-x);
}

/* In place, lower triangle, row-major. Returns -1 for what is not positive. */
static int cholesky(double *a, int n)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            double sum = a[i * n + j];

            for (int k = 0; k < j; ++k)
                sum -= a[i * n + k] * a[j * n + k];
            if (i == j && sum <= 0.0)
                return -1;
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    return 0;
}

static void solve_lower(const double *l, int n, double *x)
{
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k)
            x[i] -= l[i * n + k] * x[k];
        x[i] /= l[i * n + i];
    }
}

static void solve_upper(const double *l, int n, double *x)
{
    for (int i = n - 1; i >= 0; --i) {
        for (int k = i + 1; k < n; ++k)
            x[i] -= l[k * n + i] * x[k];
        x[i] /= l[i * n + i];
    }
}

/* How far the prediction may be believed: least squares over what is known,
 * between ignoring it and taking it at its word. */
static void fit_trend(const struct search *s, struct process *gp)
{
    double x = 0, y = 0, xx = 0, xy = 0;

    gp->n = s->steps;
    for (int i = 0; i < gp->n; ++i) {
        gp->which[i] = s->trail[i].config;
        const double g = s->points[gp->which[i]].guess;
        const double v = log(s->trail[i].rate);

        x += g, y += v, xx += g * g, xy += g * v;
    }
    const double spread = xx - x * x / gp->n;

    gp->slope = spread > 1e-12 ? (xy - x * y / gp->n) / spread : 0.0;
    gp->slope = gp->slope < 0.0 ? 0.0 : gp->slope > 1.0 ? 1.0 : gp->slope;
    gp->level = (y - gp->slope * x) / gp->n;
    for (int i = 0; i < gp->n; ++i)
        gp->rest[i] = log(s->trail[i].rate) - gp->level -
                      gp->slope * s->points[gp->which[i]].guess;
}

/* Factors the covariances for one length and noise. Returns the logarithm of
 * the likelihood of what is known, or minus infinity. */
static double factorise(const struct search *s, struct process *gp)
{
    const int n = gp->n;
    double square = 0.0, determinant = 0.0;

    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)
            gp->factor[i * n + j] =
                covariance(distance(&s->points[gp->which[i]],
                                    &s->points[gp->which[j]]), gp->length) +
                (i == j ? gp->noise : 0.0);
    if (cholesky(gp->factor, n) != 0)
        return -INFINITY;
    memcpy(gp->weight, gp->rest, (size_t)n * sizeof *gp->weight);
    solve_lower(gp->factor, n, gp->weight);
    for (int i = 0; i < n; ++i) {
        square += gp->weight[i] * gp->weight[i];
        determinant += log(gp->factor[i * n + i]);
    }
    solve_upper(gp->factor, n, gp->weight);
    gp->variance = square / n + 1e-9;
    return -0.5 * n * log(gp->variance) - determinant;
}

/* The length and the noise under which what is known is likeliest. */
static void fit(const struct search *s, struct process *gp)
{
    static const double lengths[] = {0.7, 1.0, 1.5, 2.2, 3.3, 5.0};
    static const double noises[] = {1e-4, 1e-3, 1e-2, 1e-1};
    double best = -INFINITY, length = lengths[3], noise = noises[3];

    fit_trend(s, gp);
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 4; ++j) {
            gp->length = lengths[i];
            gp->noise = noises[j];
            const double likelihood = factorise(s, gp);

            if (likelihood > best) {
                best = likelihood;
                length = lengths[i];
                noise = noises[j];
            }
        }
    gp->length = length;
    gp->noise = noise;
    factorise(s, gp);
}

static void predict(const struct search *s, const struct process *gp, int which,
                    double *mean, double *deviation)
{
    double k[MAX_BUDGET], variance = 1.0;

    *mean = gp->level + gp->slope * s->points[which].guess;
    for (int i = 0; i < gp->n; ++i) {
        k[i] = covariance(distance(&s->points[which],
                                   &s->points[gp->which[i]]), gp->length);
        *mean += k[i] * gp->weight[i];
    }
    solve_lower(gp->factor, gp->n, k);
    for (int i = 0; i < gp->n; ++i)
        variance -= k[i] * k[i];
    *deviation = sqrt(gp->variance * (variance > 1e-9 ? variance : 1e-9));
}

static double expected_improvement(double mean, double deviation, double best)
{
    const double z = (mean - best) / deviation;
    const double bell = exp(-0.5 * z * z) / sqrt(2.0 * acos(-1.0));

    return deviation * (z * 0.5 * erfc(-z / sqrt(2.0)) + bell);
}

static int untaken(const struct search *s)
{
    int n = 0;

    for (int i = 0; i < s->count; ++i)
        n += !s->points[i].taken;
    return n;
}

/* The model's favourite among those left. */
static int favourite(const struct search *s)
{
    int best = -1;

    for (int i = 0; i < s->count; ++i)
        if (!s->points[i].taken &&
            (best < 0 || s->points[i].guess > s->points[best].guess))
            best = i;
    return best;
}

/* The one most unlike all that were taken. */
static int stranger(const struct search *s)
{
    double farthest = -1.0;
    int best = -1;

    for (int i = 0; i < s->count; ++i) {
        double nearest = INFINITY;

        if (s->points[i].taken)
            continue;
        for (int j = 0; j < s->count; ++j)
            if (s->points[j].taken) {
                const double r = distance(&s->points[i], &s->points[j]);

                nearest = r < nearest ? r : nearest;
            }
        if (nearest > farthest) {
            farthest = nearest;
            best = i;
        }
    }
    return best;
}

static double best_known(const struct search *s)
{
    const int i = search_best(s->trail, s->steps);

    return log(s->trail[i].rate);
}

static int most_promising(const struct search *s, double best)
{
    double highest = -1.0;
    int pick = -1;

    for (int i = 0; i < s->count; ++i) {
        double mean, deviation;

        if (s->points[i].taken)
            continue;
        predict(s, &s->gp, i, &mean, &deviation);
        const double gain = expected_improvement(mean, deviation, best);

        if (gain > highest) {
            highest = gain;
            pick = i;
        }
    }
    return pick;
}

/* Takes the process's own guess for a timing, so that the next pick of the
 * same batch lies elsewhere: Ginsbourger, Le Riche and Carraro, Kriging Is
 * Well-Suited to Parallelize Optimization, 2010. */
static void believe(struct search *s, int which)
{
    double mean, deviation;

    predict(s, &s->gp, which, &mean, &deviation);
    s->gp.which[s->gp.n] = which;
    s->gp.rest[s->gp.n] = mean - s->gp.level -
                          s->gp.slope * s->points[which].guess;
    ++s->gp.n;
    const double variance = s->gp.variance;

    factorise(s, &s->gp);
    s->gp.variance = variance;
}

/* Asks for a batch and keeps what answers. Returns -1 when stopped. */
static int ask(struct search *s, const int *pick, int n)
{
    double rate[BATCH];

    if (s->measure(s->ctx, pick, n, rate) != 0)
        return -1;
    for (int i = 0; i < n; ++i)
        if (rate[i] > 0.0)
            s->trail[s->steps++] = (struct search_step){pick[i], rate[i]};
    return 0;
}

static int wanted(const struct search *s, int limit)
{
    const int left = limit - s->steps, there = untaken(s);
    const int n = left < there ? left : there;

    return n < BATCH ? n : BATCH;
}

/* Favourites and strangers in turn, until a third of the budget is spent. */
static int first_steps(struct search *s)
{
    const int share = s->budget / 3 > 4 ? s->budget / 3 : s->budget;
    int pick[BATCH], n, turn = 0;

    while ((n = wanted(s, share)) > 0) {
        for (int i = 0; i < n; ++i) {
            pick[i] = turn++ % 3 == 2 ? stranger(s) : favourite(s);
            s->points[pick[i]].taken = 1;
        }
        if (ask(s, pick, n) != 0)
            return -1;
    }
    return 0;
}

static int next_steps(struct search *s)
{
    int pick[BATCH], n;

    while (s->steps > 0 && (n = wanted(s, s->budget)) > 0) {
        n = n < BATCH / 2 ? n : BATCH / 2;
        fit(s, &s->gp);
        for (int i = 0; i < n; ++i) {
            pick[i] = most_promising(s, best_known(s));
            s->points[pick[i]].taken = 1;
            if (i + 1 < n)
                believe(s, pick[i]);
        }
        if (ask(s, pick, n) != 0)
            return -1;
    }
    return 0;
}

int search(const struct config *list, const double *cycles, int count,
           int budget, measure_fn *measure, void *ctx,
           struct search_step *trail)
{
    static struct search s;
    const size_t most = (size_t)(budget < MAX_BUDGET ? budget : MAX_BUDGET) + 1;
    int status = -1;

    s = (struct search){.list = list, .count = count, .budget = (int)most - 1,
                       .trail = trail, .measure = measure, .ctx = ctx};
    s.points = calloc((size_t)count + 1, sizeof *s.points);
    s.gp.factor = malloc(most * most * sizeof *s.gp.factor);
    s.gp.weight = malloc(most * sizeof *s.gp.weight);
    if (s.points && s.gp.factor && s.gp.weight) {
        for (int i = 0; i < count; ++i)
            place(&s.points[i], &list[i], cycles[i]);
        status = first_steps(&s) == 0 && next_steps(&s) == 0 ? 0 : -1;
    }
    free(s.points);
    free(s.gp.factor);
    free(s.gp.weight);
    return status == 0 ? s.steps : -1;
}

int search_best(const struct search_step *trail, int steps)
{
    int best = -1;

    for (int i = 0; i < steps; ++i)
        if (best < 0 || trail[i].rate > trail[best].rate)
            best = i;
    return best;
}

/* How many steps come before step i when the fastest come first. */
static int rank(const struct search_step *trail, int steps, int i)
{
    int before = 0;

    for (int j = 0; j < steps; ++j)
        before += trail[j].rate > trail[i].rate ||
                  (trail[j].rate == trail[i].rate && j < i);
    return before;
}

int search_top(const struct search_step *trail, int steps, int *pick, int most)
{
    for (int i = 0; i < steps; ++i)
        if (rank(trail, steps, i) < most)
            pick[rank(trail, steps, i)] = trail[i].config;
    return steps < most ? steps : most;
}
