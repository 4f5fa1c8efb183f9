# columns.awk: makes of data/columns.tsv what the C side compiles in (columns.h), a line
# COLUMN(kind, name, may be empty, may be absent, digits, rule) for each column of each kind;
# with -v kind=KIND, the line of that kind's column names.
BEGIN { FS = "\t" }
/^#/ || !heads++ { next }
{
    n = split($2, of, " ")
    for (i = 1; i <= n; ++i) {
        marks = name = of[i]
        if (marks ~ /~/) continue
        gsub(/[^a-z]/, "", name)
        if (kind == "")
            printf "COLUMN(\"%s\", \"%s\", %d, %d, %d, \"%s\")\n", name, $1, marks ~ /[?!-]/, marks ~ /-/, $4, $5
        else if (name == kind) line = line (line == "" ? "" : ",") $1
    }
}
END { if (kind != "") print line }
