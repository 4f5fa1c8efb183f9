# csv.awk: for tables of Canvas.
function quoted(s) { if (s ~ /[",]/) { gsub(/"/, "\"\"", s); return "\"" s "\"" } return s }
# A line of CSV into f[1…]; returns how many.
function fields(line, f,    n, c, i, inside) {
    sub(/\r$/, "", line)
    n = 1
    f[1] = ""
    for (i = 1; i <= length(line); ++i) {
        c = substr(line, i, 1)
        if (c == "\"" && inside && substr(line, i + 1, 1) == c) { f[n] = f[n] c; ++i }
        else if (c == "\"") inside = !inside
        else if (c == "," && !inside) f[++n] = ""
        else f[n] = f[n] c
    }
    return n
}
# A login as an id: an address is what stands before its @.
function id_of(login) { login = tolower(login); sub(/@.*/, "", login); return login }
