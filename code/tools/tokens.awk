# tokens.awk FILE...: the tokens that the compiler sees of a program's kernels and probes, one
# a line: of the files, and where they include a header in quotes, of that header, once. Takes no
# comment, blank, region mark or include guard. A header of bench/ is the interface to
# the host side and is left out; one of probes/ brings the source that stands beside it. A quoted
# name is looked for below code/, then beside the file.
#
# With -v tuned=1 only what is there when CONSTANTS is defined: what the tuner compiles.

function readable(path,    line, ok) {
    ok = (getline line <path) > 0
    close(path)
    return ok
}

function include(name, from,    folder, stem) {
    if (name ~ /^bench\//) return
    folder = from
    sub(/[^\/]*$/, "", folder)
    if (readable("code/" name)) name = "code/" name
    else if (readable(folder name)) name = folder name
    else { print "tokens: " from " includes " name ", which is not there" >"/dev/stderr"; exit failed = 2 }
    read(name)
    if (name !~ /^code\/probes\//) return
    stem = name
    sub(/\.h$/, "", stem)
    if (readable(stem ".c")) read(stem ".c")
    if (readable(stem ".cu")) read(stem ".cu")
}

# The length of a literal that begins at s, quotes included.
function literal(s,    quote, i, c) {
    quote = substr(s, 1, 1)
    for (i = 2; i <= length(s); ++i) {
        c = substr(s, i, 1)
        if (c == "\\") ++i
        else if (c == quote) break
    }
    return i
}

# What is left of a line behind a comment that began on it or before; sets `commented`.
function behind(s,    at) {
    at = index(s, "*/")
    commented = at == 0
    return at ? substr(s, at + 2) : ""
}

# Writes the tokens of a line. The end of a directive is a token too.
function scan(s,    n, directive) {
    directive = s ~ /^[ \t]*#/
    while (s != "") {
        if (commented) { s = behind(s); continue }
        if (match(s, /^[ \t\r\f]+/)) n = 0
        else if (s ~ /^\/\//) break
        else if (s ~ /^\/\*/) { s = behind(substr(s, 3)); continue }
        else if (s ~ /^["']/) n = RLENGTH = literal(s)
        else if (match(s, /^[A-Za-z_][A-Za-z0-9_]*/)) n = RLENGTH
        else if (match(s, /^[.]?[0-9]([eEpP][-+]|[A-Za-z0-9_.])*/)) n = RLENGTH
        else if (match(s, /^(<<=|>>=|[.][.][.]|<<|>>|->|[+][+]|--|&&|[|][|]|::|##|[-+*\/%&|^!=<>]=)/)) n = RLENGTH
        else n = RLENGTH = 1
        if (n) print substr(s, 1, n)
        s = substr(s, RLENGTH + 1)
    }
    if (directive) print "end of directive"
}

function read(path,    line, lines, n, i, part, last) {
    if (path in seen) return
    seen[path] = 1
    while ((getline line <path) > 0) {
        if (n && lines[n] ~ /\\$/) lines[n] = substr(lines[n], 1, length(lines[n]) - 1) line
        else lines[++n] = line
    }
    close(path)
    for (last = path ~ /\.h$/ ? n : 0; last && lines[last] !~ /^#endif/; --last) continue
    for (i = 1; i <= n; ++i) {
        line = lines[i]
        if (!commented && last && (i == last || line ~ /^#(ifndef|define) [A-Z0-9_]*_H$/)) continue
        if (tuned && !commented && left_out(line)) continue
        if (!commented && line ~ /^#include "/) {
            split(line, part, "\"")
            include(part[2], path)
        } else scan(line)
    }
}

# Is the line in a branch that is not there where CONSTANTS is defined?
function left_out(line,    was) {
    if (line ~ /^#if/) {
        of_constants[++deep] = line ~ /^#ifn?def CONSTANTS([^A-Za-z0-9_]|$)/
        if (!away && of_constants[deep] && line ~ /^#ifndef/) away = deep
    } else if (line ~ /^#else/ && of_constants[deep]) {
        if (!away || away == deep) away = away ? 0 : deep
    } else if (line ~ /^#endif/) {
        was = away
        if (away == deep) away = 0
        --deep
        return was > 0
    }
    return away > 0
}

BEGIN {
    for (f = 1; f < ARGC; ++f) read(ARGV[f])
    if (failed) exit failed
}
