# help.awk MAKEFILE...: the verbs, each rule with `## text` behind it, in the groups that lines `#: Group` begin.
/^#: / { group = substr($0, 4) }
/^[a-z-]*:[^#]*## / {
    name = text = $0
    sub(/:.*/, "", name)
    sub(/^[^#]*## /, "", text)
    if (name in seen) next
    seen[name]
    if (!(group in verbs)) order[++n] = group
    verbs[group] = verbs[group] sprintf("  make %-12s %s\n", name, text)
}
END { for (i = 1; i <= n; ++i) printf("%s%s\n%s", (i > 1 ? "\n" : ""), order[i], verbs[order[i]]) }
