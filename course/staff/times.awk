# times.awk: of a record of products (data/), the times of the ways of a unit: type, MxNxK, way, parts and nanoseconds, between
# tabs. The lines of the unit, with -v leaves= the names of the ways that a variant lacks, come first:
#
#   awk -f course/staff/times.awk course/units/chooser/unit data/nvidia-h200/shapes-fit.csv
BEGIN { FS = " *[|] *" }
function up(a, b) { return int((a + b - 1) / b) }

FNR == NR {
    if (sub(/^way: */, "")) {
        way = $2
        type[way] = $1
        split($3, tile, " ")
        rows[way] = tile[1]; cols[way] = tile[2]; step[way] = tile[3]; at_once[way] = tile[4]
        how[way] = $4; most[way] = $5
    }
    next
}
/^# multiprocessors: / { processors = substr($0, 20) + 0; next }
/^#/ { next }
/^kernel,/ { n = split($0, head, ","); for (i = 1; i <= n; ++i) at[head[i]] = i; next }
{
    split($0, f, ",")
    way = f[at["kernel"]]; m = f[at["m"]]; n = f[at["n"]]; k = f[at["k"]]
    if (!(way in type) || index(" " leaves " ", " " way " ") || f[at["beta"]] != 0 || most[way] && m > most[way] || f[at["gflops"]] + 0 <= 0) next
    if ((way, m, n, k) in had) next
    had[way, m, n, k]
    # As a kernel divides K itself: as many parts as run at the same time, and each has a step.
    parts = int(at_once[way] * processors / (up(m, rows[way]) * up(n, cols[way])))
    if (parts > up(k, step[way])) parts = up(k, step[way])
    if (parts < 1) parts = 1
    if (how[way] == "cluster") parts = parts >= 8 ? 8 : parts >= 4 ? 4 : parts >= 2 ? 2 : 1
    printf "%s\t%dx%dx%d\t%s\t%d\t%.6g\n", type[way], m, n, k, way, parts, 2.0 * m * n * k / f[at["gflops"]]
}
