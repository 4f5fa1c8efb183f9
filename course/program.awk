# program.awk: a unit's program out of a chapter's, region by region:
#
#   awk -v whole=1 -f course/program.awk UNIT code/STEM.cu    the solution
#   awk -f course/program.awk UNIT code/STEM.cu               the starter, with stubs
#   awk -v key=1 -f course/program.awk UNIT code/STEM.cu      only what is cut, each
#                                                             piece after a line of =
#
# The words @T@ of the table and of stubs are left for the variant.
FNR == NR {
    at = index($0, ": ")
    name = substr($0, 1, at - 1)
    value = substr($0, at + 2)
    if (name == "keep") keep[++keeps] = value
    if (name == "cut") { cut[value] = 1; last = value }
    if (name == "ask") ask[last] = ask[last] value "\n"
    if (name == "with") with[last] = with[last] value "\n"
    if ($0 == "with:") with[last] = with[last] "\n"
    if (name == "table") table = table "    " value "\n"
    next
}

# A unit has no probes of the machine.
/^#include "probes\// { next }

/^\/\/> / {
    region = substr($0, 5)
    if (region == "omit") region = "omit#" ++omits
    open[++depth] = region
    seen[region] = 1
    next
}

/^\/\/< / { --depth; next }

{
    for (i = 1; i <= depth; ++i) text[open[i]] = text[open[i]] $0 "\n"
    in_cut = ""
    for (i = depth; i >= 1; --i) if (open[i] in cut) in_cut = open[i]
    if (in_cut != "" && !told[in_cut]++)
        for (i = 1; i <= depth; ++i) stubbed[open[i]] = stubbed[open[i]] stub(in_cut, $0)
    if (in_cut == "")
        for (i = 1; i <= depth; ++i) stubbed[open[i]] = stubbed[open[i]] $0 "\n"
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
