# inline.awk FILE...: the files with what they include, each header once, without region
# markers, include guards and what is for the tuner (CONSTANTS) or for probes; of a chapter
# nothing that follows its table, and no region that speaks of `struct samples`: a probe's.
# A header with a source beside it is the bench's own: a single file does without. From
# its table on a chapter is left out WITHOUT_MAIN.
# With -v traced=1 each line begins with its path, its number and a tab.

function there(path,    line, ok) {
    ok = (getline line <path) >= 0
    close(path)
    return ok
}

function include(name) {
    name = "code/" name
    sub(/\.h$/, "", name)
    if (!there(name ".c") && !there(name ".cu")) put(name ".h")
}

# Conditions on CONSTANTS are decided here: the tuner is not.
function kept(line) {
    if (line ~ /^#if/) {
        was[++depth] = hidden
        ours[depth] = line ~ /^#ifn?def CONSTANTS/
        if (line ~ /^#ifdef CONSTANTS/) hidden = 1
        return !ours[depth] && !hidden
    }
    if (line ~ /^#else/ && ours[depth]) { hidden = !hidden; return 0 }
    if (line ~ /^#endif/) { hidden = was[depth]; return !ours[depth--] && !hidden }
    return !hidden
}

# The line on which the region that begins at lines[i] ends, if it is a probe's; else i.
function past_probe(lines, i, n,    open, speaks, kernels) {
    for (at = i; at <= n; ++at) {
        open += lines[at] ~ /^\/\/> / ? 1 : lines[at] ~ /^\/\/< / ? -1 : 0
        speaks = speaks || lines[at] ~ /struct samples/
        kernels = kernels || lines[at] ~ /^const struct kernel/
        if (open == 0) return speaks && !kernels ? at : i
    }
    return i
}

function put(path,    line, chapter, lines, n, i, table, probe, above) {
    if (path in seen) return
    seen[path] = 1
    above = depth
    chapter = path ~ /^code\/[^\/]*\.cu$/
    while ((getline line <path) > 0) lines[++n] = line
    close(path)
    if (path ~ /\.h$/)
        for (; n > 0 && lines[n] !~ /^#endif/; --n) continue
    for (i = 1; i <= n; ++i) {
        line = lines[i]
        if (path ~ /\.h$/ && (i == n || line ~ /^#(ifndef|define) [A-Z0-9_]*_H$/)) continue
        if (line ~ /^\/\/> / && chapter) i = past_probe(lines, i, n)
        if (line ~ /^\/\/> the table/ && chapter) print (traced ? path ":" i "\t" : "") "#ifndef WITHOUT_MAIN"
        if (line ~ /^\/\/[<>] /) continue
        if (line ~ /^\/\* A probe measures/) probe = 1
        if (line ~ /^\/\* Keeps one sentence/) probe = 0
        if (probe || (chapter && i == 2 && line ~ /^\/\* .*\*\/$/)) continue
        if (!kept(line)) continue
        if (line ~ /^#include "/) {
            split(line, word, "\"")
            include(word[2])
            continue
        }
        print (traced ? path ":" i "\t" : "") line
        if (chapter && line ~ /^const struct kernel kernels/) table = 1
        if (table && line ~ /^};/) break
    }
    if (depth > above) hidden = was[above + 1]
    depth = above
    print ""
}

BEGIN { for (f = 1; f < ARGC; ++f) put(ARGV[f]) }
