# unseen.awk: g++'s dump of a program after its pass tsan (-fdump-tree-tsan-raw-uid-lineno).
# The sanitizer does not announce what a call itself moves: a struct that is handed over by
# value straight from memory, or returned straight into it. Prints a line and a sentence for
# the first such call, and exits 1; what a function keeps in variables of its own is no memory.

NF { last = $0 }

# `[file:line:column] ` before an operand, or before the statement.
function place(s) { return match(s, /^ *\[[^]]*:[0-9]+:[0-9]+[^]]*\] /) ? substr(s, 1, RLENGTH) : "" }

# The operands of a call, split at commas outside of brackets.
function operands(s, out,    n, i, c, depth) {
    n = 1
    out[1] = ""
    for (i = 1; i <= length(s); ++i) {
        c = substr(s, i, 1)
        if (c == "\"") return n # the rest is text
        if (index("([{", c)) ++depth
        if (index(")]}", c)) --depth
        if (c == "," && depth == 0) out[++n] = ""
        else out[n] = out[n] c
    }
    return n
}

# True of what is in memory that is not the function's own, or of the name of a function, by
# the number that the dump gives it.
function is_elsewhere(s,    name, at) {
    sub(/^ */, "", s)
    while ((at = place(s)) != "") s = substr(s, length(at) + 1)
    if (s ~ /^(&|[-0-9{"]|NULL|[A-Za-z_0-9.$]*_[0-9]+(\(D\))?$)/) return 0
    if (s ~ /^cublas(_[a-z0-9]+)?D\.[0-9]/) return 0 # functions of baseline.h, which are not here
    if (s ~ /^[A-Za-z_0-9.$]*D\.[0-9]/) {
        match(s, /D\.[0-9]+/)
        name = substr(s, RSTART + 2, RLENGTH - 2) + 0
        return name in own ? 0 : name
    }
    return -(s ~ /^(\*|MEM|VIEW_CONVERT|TARGET_MEM_REF|[A-Za-z_0-9.$]*_[0-9]+(\(D\))?(->|\[|\.))/)
}

function declare(s) {
    while (match(s, /D\.[0-9]+/)) {
        own[substr(s, RSTART + 2, RLENGTH - 2) + 0]
        s = substr(s, RSTART + RLENGTH)
    }
}

/^;; Function / {
    split("", own)
    head = 1
    if (match($0, /decl_uid=[0-9]+/)) is_function[substr($0, RSTART + 9, RLENGTH - 9) + 0]
    next
}
head && /^ *<bb / { head = 0 }
head && !/^  (static|extern) / { declare($0); next }

/ gimple_call </ {
    at = place($0)
    gsub(/^ *\[|(:[0-9]+( discrim[^]]*)?)?\] $/, "", at)
    s = $0
    sub(/^.* gimple_call </, "", s)
    n = operands(s, part)
    for (i = 2; i <= n; ++i) {
        if (i == n) sub(/>[^>]*$/, "", part[i])
        if (at ~ /lens_device\.h:/ || !(name = is_elsewhere(part[i]))) continue # there the host launches
        what[++calls] = at ": " (i == 2 ? "what a function returns goes straight into memory, by value" : "a function is given by value what lies in memory")
        of[calls] = name
    }
}

END {
    if (last != "}") { print "the compiler's list of calls is cut short; is the disk full?"; exit 1 }
    for (i = 1; i <= calls; ++i)
        if (!(of[i] in is_function)) {
            print what[i] ", and the lens would not see it; put it into a variable of its own first"
            exit 1
        }
}
