# asked.awk: the traces that figures ask for, as trace.sh says: trace|script|program|name, a
# line each; the name is empty where a script asks for one trace only.
/^(#|--) trace( [a-z0-9-]+)?: / {
    figure = FILENAME
    sub(/.*\//, "", figure)
    sub(/\.[a-z]+$/, "", figure)
    name = $2 == "trace:" ? "" : $3
    sub(/:$/, "", name)
    print figure (name == "" ? "" : "-" name) "|" FILENAME "|" (name == "" ? $3 : $4) "|" name
}
