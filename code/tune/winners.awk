# winners.awk: a record of winners becomes the header that a program is compiled with:
#
#   #define WINNERS(USE) USE(0, m, n, k, bm, bn, bk, tm, tn) USE(1, ...)
#
# and with wm, wn after bk where warps have tiles. Where a configuration has stages, too, the
# program keeps the kernels that its chapter tells of, and nothing at all is printed. A record
# that is not whole, or that has no winner, is refused. Nothing of it gets into the header but
# numbers, and names without what could end a comment.

BEGIN { FS = ","; rows = 0 }

function refuse(why) {
    printf "%s: %s; `make tune` writes it anew\n", FILENAME, why >"/dev/stderr"
    refused = 1
    exit 1
}

/^# kind: / { kind = substr($0, 9) }
/^# device: / { device = substr($0, 11) }
/^# end: / { split($0, end, " "); whole = end[3] == rows }
/^#/ { next }

!named {
    if (kind != "winners") refuse("this is no record of winners")
    for (i = 1; i <= NF; ++i) at[$i] = i
    if ("stages" in at) exit
    named = 1
    next
}

{
    order = $(at["wm"]) == "" ? "m n k bm bn bk tm tn" : "m n k bm bn bk wm wn tm tn"
    count = split(order, name, " ")
    use[rows] = "USE(" rows
    for (i = 1; i <= count; ++i) {
        value = $(at[name[i]])
        if (!(name[i] in at) || value !~ /^[1-9][0-9]*$/ || length(value) > 7)
            refuse("row " rows + 1 " has no " name[i])
        use[rows] = use[rows] ", " value
    }
    use[rows] = use[rows] ")"
    ++rows
}

END {
    if (refused || "stages" in at) exit refused
    if (!whole || rows == 0) refuse("this record is not whole")
    gsub(/[^A-Za-z0-9 .()_-]/, "?", device)
    gsub(/[^A-Za-z0-9 .\/_-]/, "?", FILENAME)
    printf "/* The winners on %s: made from %s. */\n#define WINNERS(USE)", device, FILENAME
    for (i = 0; i < rows; ++i) printf " \\\n    %s", use[i]
    print ""
}
