# json.awk: a JSON text as lines `path value` between a tab: users.0.email	anna@uni.edu. To be run with
# LC_ALL=C. What is no JSON ends it with 1.
{ text = text $0 "\n" }
function blank() { while (substr(text, at, 1) ~ /[ \t\r\n]/) ++at }
function bad() { broken = 1; at = length(text) + 2; return "" }
function string(    c, out) {
    if (substr(text, at++, 1) != "\"") return bad()
    while ((c = substr(text, at++, 1)) != "\"") {
        if (c == "") return bad()
        if (c == "\\") {
            c = substr(text, at++, 1)
            if (c == "u") { c = "?"; at += 4 }
            else if (c ~ /[nrtbf]/) c = " "
        }
        if (c ~ /[\t\r\n]/) c = " "
        out = out c
    }
    return out
}
function item(path,    c, n, key) {
    if (broken) return
    blank()
    c = substr(text, at, 1)
    if (c == "{" || c == "[") {
        ++at
        blank()
        if (substr(text, at, 1) ~ /[]}]/) { ++at; return }
        for (;;) {
            blank()
            key = n++
            if (c == "{") {
                key = string()
                blank()
                if (substr(text, at++, 1) != ":") bad()
            }
            if (broken) return
            item(path (path == "" ? "" : ".") key)
            blank()
            if (substr(text, at, 1) == ",") { ++at; continue }
            if (substr(text, at++, 1) == (c == "{" ? "}" : "]")) return
            bad()
            return
        }
    }
    if (c == "\"") { print path "\t" string(); return }
    if (!match(substr(text, at, 40), /^(true|false|null|-?[0-9][0-9.eE+-]*)/)) { bad(); return }
    print path "\t" substr(text, at, RLENGTH)
    at += RLENGTH
}
END {
    at = 1
    item("")
    blank()
    exit broken || at <= length(text)
}
