# sheet.awk: a sheet of predictions as it comes back, from whatever editor. Prints `unit U`, `id I`,
# `code C` and, in their order, `WORD N` for the answers; or a sentence on what is wrong, and exits 1.
# To be run with LC_ALL=C: a digit is one of ten bytes.
function wrong(words) { if (said == "") said = words }

{ gsub(/\r/, ""); sub(/^\357\273\277/, ""); sub(/^[ \t]+/, ""); sub(/[ \t]+$/, "") }
/^#/ || /^$/ { next }
{
    at = index($0, ":")
    key = substr($0, 1, at - 1)
    value = substr($0, at + 1)
    sub(/^[ \t]+/, "", value)
    if (at < 2 || key !~ /^[a-z]+$/ || length(key) > 20) { wrong("line " NR " is no answer: `word: number`"); next }
    if (key in seen) wrong("it has '" key "' twice")
    seen[key]
    if (key ~ /^(unit|id|code)$/) {
        if (value !~ /^[a-z0-9._-]+$/ || length(value) > 64) wrong("its '" key "' is not as the sheet had it")
        print key, value
    } else {
        if (value == "") wrong("'" key "' has no answer yet")
        else if (value !~ /^[0-9]+$/ || length(value) > 15) wrong("'" key "' wants a whole number, in digits alone: 1,024 is written 1024")
        answers = answers key " " value "\n"
        ++n
    }
}
NR > 200 || length($0) > 500 { wrong("it is too long for a sheet"); exit }

END {
    if (!("unit" in seen) || !("id" in seen) || !("code" in seen)) wrong("it is no sheet: `unit:`, `id:` and `code:` are missing")
    if (said == "" && !n) wrong("it has no answers")
    if (said != "") { print said; exit 1 }
    printf "%s", answers
}
