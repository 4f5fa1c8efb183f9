# hidden.awk: what the lens cannot see of a program that is judged. It reads g++'s dump after
# unseen.awk (`awk -f unseen.awk -f hidden.awk`), whose functions it uses, prints a line and a
# sentence for the first such statement, and exits 1:
#
#   - a load or a store that the sanitizer does not announce: of an object that is declared
#     const, say, or where code of the program got into a function of the lens;
#   - a call by way of a pointer, but for that of a kernel, which lens_run() has looked at.
#
# tls: names of shared arrays, separated by blanks. Other objects that are const may be loaded.

# Of a place in memory: 0 when it is in a variable of the function itself, whose bounds
# -fsanitize=bounds and frames.awk keep, or in what it returns, which its caller keeps so; 1 when it is in an object with a name, else -1.
function bare(s) { gsub(/\[[^][]*:[0-9]+:[0-9]+[^][]*\] */, "", s); sub(/^ +/, "", s); return s }
function kind_of(s,    base) {
    s = bare(s)
    if (s ~ /^\*?\.LC[0-9]/) return 1
    if (s ~ /^<retval>\.[A-Za-z_0-9]*D\.[0-9]+$|^MEM <charD\.10\[[0-9]+\]> \[\([^()]*\)&<retval> \+ [0-9][0-9]?B\]$/) return 0
    base = s
    if (match(s, /\)&/)) base = substr(s, RSTART + 2)
    else if (s ~ /^VIEW_CONVERT_EXPR/) base = substr(s, index(s, ">(") + 2)
    else if (s ~ /^(REALPART_EXPR|IMAGPART_EXPR|BIT_FIELD_REF) </) base = substr(s, index(s, "<") + 1)
    if (!is_elsewhere(s)) return 0
    if (base ~ /^[A-Za-z_0-9.$]*D\.[0-9]/ && match(base, /D\.[0-9]+/) && (substr(base, RSTART + 2, RLENGTH - 2) + 0) in own) return 0
    return s ~ /^[A-Za-z_0-9$]+D\.[0-9]/ ? 1 : -1
}
function is_const(s) {
    s = bare(s)
    sub(/D\.[0-9].*/, "", s)
    return index(" " tls " ", " " s " ") == 0
}
function refuse(what,    at) {
    at = place($0)
    gsub(/^ *\[|(:[0-9]+( discrim[^]]*)?)?\] $/, "", at)
    if (hidden == "") hidden = (at == "" ? "" : at ": ") what
}

/ gimple_(debug|label|nop) |gimple_call <\.UBSAN_|gimple_assign <addr_expr, _/ { next }
/ gimple_call <__builtin___tsan_(read|write)/ { ++announced; next }
/ gimple_call </ {
    s = $0
    sub(/^.* gimple_call </, "", s)
    operands(s, part)
    if (bare(part[1]) !~ /^(\.[A-Z]|[^(*&]?[^ ]*D\.[0-9]+$)/ && place($0) !~ /code\/lens\/cuda\/lens_device\.h:/)
        refuse("a function is called by way of a pointer, which may point anywhere; call it by its name")
}
/ gimple_assign </ && !/CLOBBER/ && place($0) !~ /code\/lens\/cuda\/[^:]*:/ {
    s = $0
    sub(/^.* gimple_assign </, "", s)
    n = operands(s, part)
    most = announced
    to = kind_of(part[2])
    if (to && --most < 0) refuse("the lens does not see what is stored here")
    from = kind_of(part[3])
    if (from && --most < 0 && !(from == 1 && is_const(part[3]))) refuse("the lens does not see what is loaded here")
}
/ gimple_/ { announced = 0 }

END {
    if (hidden != "") {
        print hidden
        exit 1
    }
}
