# program.awk: a unit's program out of a chapter's, region by region:
#
#   awk -v whole=1 -f course/program.awk UNIT code/STEM.cu    the solution
#   awk -f course/program.awk UNIT code/STEM.cu               the starter, with stubs
#   awk -v key=1 -f course/program.awk UNIT code/STEM.cu      only what is cut, each
#                                                             piece after a line of =
#
# The words @T@ of the table and of stubs are left for the variant. Of a header that the unit names
# regions are taken, too, and its include is left out.
FNR == NR {
    at = index($0, ": ")
    name = substr($0, 1, at - 1)
    value = substr($0, at + 2)
    if (name == "keep") keep[++keeps] = value
    if (name == "header") header["#include \"" value "\""] = "code/" value
    if (name == "cut") { cut[value] = 1; last = value }
    if (name == "ask") ask[last] = ask[last] value "\n"
    if (name == "with") with[last] = with[last] value "\n"
    if ($0 == "with:") with[last] = with[last] "\n"
    if (name == "table") table = table "    " value "\n"
    next
}

# A unit has no probes of the machine.
/^#include "probes\// { next }

$0 in header {
    headers[++count] = header[$0]
    for (i = 1; i <= depth; ++i) { # with the blank line before it
        sub(/\n\n$/, "\n", text[open[i]])
        sub(/\n\n$/, "\n", stubbed[open[i]])
    }
    next
}
{ take($0) }

function take(line,    region, i, in_cut) {
    if (line ~ /^\/\/> /) {
        region = substr(line, 5)
        if (region == "omit") region = "omit#" ++omits
        open[++depth] = region
        seen[region] = 1
        return
    }
    if (line ~ /^\/\/< /) { --depth; return }
    for (i = 1; i <= depth; ++i) text[open[i]] = text[open[i]] line "\n"
    in_cut = ""
    for (i = depth; i >= 1; --i) if (open[i] in cut) in_cut = open[i]
    if (in_cut != "" && !told[in_cut]++)
        for (i = 1; i <= depth; ++i) stubbed[open[i]] = stubbed[open[i]] stub(in_cut, line)
    if (in_cut == "")
        for (i = 1; i <= depth; ++i) stubbed[open[i]] = stubbed[open[i]] line "\n"
}

function stub(of, line,    indent, out, lines, n, i) {
    match(line, /^ */)
    indent = substr(line, 1, RLENGTH)
    if (line ~ /^#/) indent = "        "
    n = split(ask[of], lines, "\n") - 1
    for (i = 1; i <= n; ++i) out = out indent (i == 1 ? "/* YOURS: " : " * ") lines[i] (i == n ? " */" : "") "\n"
    return out with[of]
}

END {
    for (h = 1; h <= count; ++h)
        while ((getline line <headers[h]) > 0) take(line)
    for (of in cut) if (!seen[of]) { print "no region “" of "” to cut" >"/dev/stderr"; exit 1 }
    for (i = 1; i <= keeps; ++i)
        if (!seen[keep[i]]) { print "no region “" keep[i] "” to keep" >"/dev/stderr"; exit 1 }
    if (key) {
        for (of in cut) printf "=\n%s", text[of]
        exit
    }
    for (i = 1; i <= keeps; ++i) printf "%s%s", (i > 1 ? "\n" : ""), whole ? text[keep[i]] : stubbed[keep[i]]
    printf "\nconst struct kernel kernels[] = {\n%s    {},\n};\n", table
}
