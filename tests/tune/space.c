#include "made-up.h"
#include "tap.h"

#include <string.h>

static const char *const stems[] = {"autotuning", "warptiling"};
static struct config list[MAX_CONFIGS];

static int valid(const struct space *s, const struct limits *l)
{
    const int n = space_list(s, list, MAX_CONFIGS);
    int count = 0;

    for (int i = 0; i < n; ++i)
        count += !rejection(s, &list[i], l);
    return count;
}

static void enough(const struct space *s)
{
    const int count = valid(s, &h200), n = space_list(s, list, MAX_CONFIGS);

    ok(count >= 300 && count <= 450, "%s: %d of %d are valid", s->stem, count,
       n);
    ok(n < MAX_CONFIGS, "%s: the whole space is listed", s->stem);
}

static void different(const struct space *s)
{
    const int n = space_list(s, list, MAX_CONFIGS);
    int twice = 0;

    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) {
            char a[CONFIG_NAME], b[CONFIG_NAME];

            config_name(&list[i], a, sizeof a);
            config_name(&list[j], b, sizeof b);
            twice += strcmp(a, b) == 0;
        }
    ok(twice == 0, "%s: no configuration or name comes twice", s->stem);
}

int main(void)
{
    for (int i = 0; i < 2; ++i) {
        enough(space_of(stems[i]));
        different(space_of(stems[i]));
    }
    ok(!space_of("naive"), "what has no space is said to have none");
    return tap_end();
}
