# table.awk: what a program's kernels ask of memory, line by line, as a table for
# a terminal, from data/lens/STEM.csv: at 128, and what one request costs.
BEGIN {
    FS = ","
    print "At 128 x 128 x 128; sectors and wavefronts are those of one request."
}

/^# program: / { file = substr($0, 12) }

/^kernel,/ {
    for (i = 1; i <= NF; ++i) at[$i] = i
    next
}

!/^#/ && $at["m"] == 128 && $at["line"] != "total" {
    line = $at["line"]
    stands = file
    if (match(line, /:[0-9]+$/)) { # of a header
        stands = substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + 1)
    }
    if ($1 != kernel || stands != in_file) {
        kernel = $1
        in_file = stands
        printf "\n%s, %s\n  %4s %-6s %-5s %-12s %9s %8s %8s %11s\n", kernel, stands,
            "line", "space", "op", "array", "requests", "sectors", "at least",
            "wavefronts"
    }
    requests = $at["op"] == "barrier" ? $at["barriers"] : $at["requests"]
    printf "  %4s %-6s %-5s %-12s %9d %8s %8s %11s\n", line, $at["space"],
        $at["op"], $at["array"], requests, each("sectors"), each("ideal_sectors"),
        each("wavefronts")
}

function each(column) {
    if ($at[column] == "" || !requests) return ""
    return sprintf("%.4g", $at[column] / requests)
}
