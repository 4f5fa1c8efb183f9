# draw.awk: the questions of one student, out of a unit's file, with -v bits=64 hex digits. A line a
# question: word, whose program, what is counted, size, and the sentence, between tabs.
BEGIN { FS = "|" }

function trimmed(s) { sub(/^ +/, "", s); sub(/ +$/, "", s); return s }
function next_to(n,    i, v) {
    if (length(bits) < 4) { print "draw.awk: more is drawn than there are bits" >"/dev/stderr"; exit 2 }
    for (i = 1; i <= 4; ++i) v = v * 16 + index("0123456789abcdef", substr(bits, i, 1)) - 1
    bits = substr(bits, 5)
    return v % n + 1
}
function set(one,    at) {
    at = index(one, "=")
    value[substr(one, 1, at - 1)] = substr(one, at + 1)
}
# @M@ and @3*M@
function filled(s,    part, n, i, j, f, m, out) {
    n = split(s, part, "@")
    for (i = 1; i <= n; ++i) {
        if (i % 2) { out = out part[i]; continue }
        m = split(part[i], f, /\*/)
        v = 1
        for (j = 1; j <= m; ++j) {
            if (!(f[j] in value) && f[j] !~ /^[0-9]+$/) { print "draw.awk: nothing draws " f[j] >"/dev/stderr"; exit 2 }
            v *= f[j] in value ? value[f[j]] : f[j]
        }
        out = out v
    }
    return out
}

/^draw: / {
    name = trimmed(substr($1, 7))
    n = split(trimmed($2), one, / +/)
    pick = one[next_to(n)]
    if (pick !~ /=/) pick = name "=" pick
    m = split(pick, word, ",")
    for (i = 1; i <= m; ++i) set(word[i])
}
/^predict: / {
    print trimmed(substr($1, 10)) "\t" filled(trimmed($2)) "\t" trimmed($3) "\t" filled(trimmed($4)) "\t" filled(trimmed($5))
}
