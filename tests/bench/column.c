/* Writes a record with a column that data/columns.tsv of the book does not have: for
 * tests/records-column.t. */
#include "bench/bench.h"
#include "bench/record.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    static const char *const KEYS[] = {"m", "n", "k", "runs"};
    static const char *const ONES[] = {"gflops", "lo", "hi", "ratio", "ratio_lo", "ratio_hi", "error"};
    struct cells row = row_of("gemm");
    struct record r;

    if (argc < 2 || record_open(&r, argv[1], "# record: tiles 1\n# kind: gemm\n"
                                "# device: NVIDIA H200\n# date: 2026-01-01T00:00:00Z\n", NULL) != 0)
        return 2;
    if (r.damaged)
        printf("dropped from row %d\n", r.damaged);
    row_word(&row, "kernel", "odd");
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; ++i)
        row_number(&row, KEYS[i], 64);
    for (size_t i = 0; i < sizeof ONES / sizeof *ONES; ++i)
        row_number(&row, ONES[i], 1);
    row_number(&row, "joules", 1.23456);
    if (record_put(&r, &row) != 0)
        puts(complaint());
    return record_finish(&r, "") == 0 ? 0 : 2;
}
