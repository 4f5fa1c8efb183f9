# counters.awk: one row of a counters record from ncu's raw CSV page.
# -v kernel=NAME -v size=MxNxK -v pairs="column=metric ..." [-v id=N, of the
# launch with this ID alone]
# Counts of several launches add up; rates come from the longest.

BEGIN { columns = split(pairs, pair, " ") }

function fields(line, out) {
    sub(/^"/, "", line)
    sub(/"$/, "", line)
    return split(line, out, "\",\"")
}

/^"ID"/ {
    n = fields($0, name)
    for (i = 1; i <= n; ++i) at[name[i]] = i
    next
}

/^"[0-9]+"/ {
    fields($0, value)
    if (id != "" && value[1] != id) next
    time = number(value[at["gpu__time_duration.sum"]])
    longest = time > most
    if (longest) most = time
    for (i = 1; i <= columns; ++i) {
        metric = substr(pair[i], index(pair[i], "=") + 1)
        if (!(metric in at) || value[at[metric]] !~ /^[0-9]/) continue
        v = number(value[at[metric]])
        if (metric ~ /\.sum$/) total[i] += v
        else if (longest) total[i] = v
    }
    ++launches
}

function number(text) {
    gsub(/,/, "", text)
    return text + 0
}

END {
    if (!launches) exit 1
    split(size, side, "x")
    row = kernel "," side[1] "," side[2] "," side[3]
    for (i = 1; i <= columns; ++i) {
        column = substr(pair[i], 1, index(pair[i], "=") - 1)
        v = i in total ? total[i] : ""
        if (v != "" && column ~ /^l2_.*_bytes$/) v *= 32
        if (v != "" && column == "time_us") v /= 1000
        row = row "," (v == "" ? "" : sprintf(v == int(v) ? "%.0f" : "%.6g", v))
    }
    print row
}
