# compare.awk: scores of loops (data/loops) beside what a card took for the kernels: for each
# STEM its record of loops, then its records of that card. Prints a record with a row for
# each kernel that has both:
#
#   n         of a product of n x n x n, the largest up to 4096; 1 for a probe
#   share     of FFMAs among the loop's instructions, in per cent
#   alone, sum, cycles    cycles for each FFMA, as code/loops/law.h says
#   measured  the same, of a scheduler, by the whole kernel's cycles: with its last, ragged wave of
#             blocks, its start and its end, and with all waiting for memory
#
# and in its head, `all-` for all of them and `mostly-` for those whose loops are FFMAs for
# MOSTLY per cent or more, for the predictions `sum` and `cycles`: of how many kernels, the
# correlation with `measured` (Pearson's, then Spearman's, of ranks), and how many kernels
# are faster than predicted, by more than half a per cent.

BEGIN { FS = OFS = ","; OFMT = CONVFMT = "%.5g"; LANES = 128; MOSTLY = 70 }

FNR == 1 { kind = ""; split("", at) }
/^# kind: / { kind = substr($0, 9) }
/^# program: / { stem = substr($0, 12); gsub(/^.*\/|\.cu$/, "", stem) }
/^# multiprocessors: / { lanes = LANES * substr($0, 20) }
/^# device: / { device = substr($0, 11) }
/^#/ { next }
!("first" in at) { for (i = 1; i <= NF; ++i) at[$i] = i; at["first"] = 1; next }

kind == "loops" {
    key[++kernels] = stem "," $1
    order[key[kernels]] = kernels
    share[kernels] = $at["share"]
    law["alone", kernels] = $at["alone"]
    law["sum", kernels] = $at["sum"]
    law["cycles", kernels] = $at["cycles"]
    next
}

kind == "gemm" && $at["m"] == $at["n"] && $at["n"] == $at["k"] && $at["n"] <= 4096 &&
(!("beta" in at) || $at["beta"] == 0) {
    note(stem "," $1, $at["n"], $at["cycles"] * lanes / $at["m"] / $at["n"] / $at["k"])
}

# The multiply-adds of the probe `fma` are `size` chains of the function fused.
kind == "probe" && $1 == "fma" && $at["clock"] != "" {
    note(stem ",fused<" $at["size"] ">", 1, 2 * lanes * $at["clock"] / 1e3 / $at["value"])
}

function note(name, n, cycles,    k) {
    k = order[name]
    if (k && cycles > 0 && n >= size[k]) { size[k] = n; measured[k] = cycles }
}

function pearson(x, y, n,    i, mx, my, xy, xx, yy) {
    for (i = 1; i <= n; ++i) { mx += x[i] / n; my += y[i] / n }
    for (i = 1; i <= n; ++i) {
        xy += (x[i] - mx) * (y[i] - my)
        xx += (x[i] - mx) ^ 2
        yy += (y[i] - my) ^ 2
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0
}

# Of equals the mean rank.
function ranks(x, n, out,    i, j, less, same) {
    for (i = 1; i <= n; ++i) {
        less = same = 0
        for (j = 1; j <= n; ++j) { less += x[j] < x[i]; same += x[j] == x[i] }
        out[i] = less + (same + 1) / 2
    }
}

function correlate(which, column, least,    k, n, x, y, rx, ry, faster) {
    for (k = 1; k <= kernels; ++k)
        if (measured[k] && share[k] >= least) {
            x[++n] = law[column, k]
            y[n] = measured[k]
            faster += y[n] < 0.995 * x[n]
        }
    ranks(x, n, rx)
    ranks(y, n, ry)
    printf "# %s-%s: %d %.3f %.3f %d\n", which, column, n, pearson(x, y, n),
        pearson(rx, ry, n), faster
}

END {
    print "# record: tiles 1\n# kind: correlation\n# device: " device
    correlate("all", "sum", 0)
    correlate("all", "cycles", 0)
    correlate("mostly", "sum", MOSTLY)
    correlate("mostly", "cycles", MOSTLY)
    print columns
    last = split(columns, column)
    for (k = 1; k <= kernels; ++k)
        if (measured[k]) {
            split(key[k], name)
            value["chapter"] = name[1]; value["kernel"] = substr(key[k], length(name[1]) + 2)
            value["n"] = size[k]; value["share"] = share[k]; value["measured"] = measured[k]
            for (i = 1; i <= last; ++i)
                printf "%s%s", (column[i], k) in law ? law[column[i], k] : value[column[i]], i < last ? OFS : ORS
            ++rows
        }
    print "# end: " rows + 0 " rows"
}
