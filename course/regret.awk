# regret.awk: the regrets of a chooser, of a file of times (type, MxNxK, way, parts, nanoseconds, between tabs) and of
# what `judge choose` printed. Prints in one line, between tabs: the geometric mean, the worst, and a sentence
# on each. With -v told=1 the sentences name products.
# The regret of an answer that does not go: that of the slowest way, or ten.
function wrong_at(of) { return slowest[of] > 10 * least[of] ? slowest[of] / least[of] : 10 }

FNR == NR {
    of = $1 SUBSEP $2
    if (!(of in least)) order[++products] = of
    if (!(of in least) || $5 < least[of]) { least[of] = $5; fastest[of] = $3 }
    if ($5 > slowest[of]) slowest[of] = $5
    time[of, $3] = $5
    parts[of, $3] = $4
    type_of[$3] = $1
    next
}
/^kernel,/ || /^end$/ { next }
{
    split($0, f, ",")
    of = f[1] SUBSEP f[2] "x" f[3] "x" f[4]
    if (!(of in least) || of in seen) next
    way = f[7]; count = f[9]; expected = f[10]; sub(/^-nan/, "nan", expected); calls = f[11]
    # A hidden product is not told of: a program could answer with its size.
    where = told ? f[1] " " f[2] "x" f[3] "x" f[4] : "a product of " f[1] " with " rows_of(f[2])
    seen[of] = 0
    if (calls == 0) said[of] = where ": it calls take() for no way"
    else if (calls != 1) said[of] = where ": it calls take() " (told ? calls : "several") " times, and a product has one way"
    else if (way == "-") said[of] = where ": it takes no way (no name; is each time nan?)"
    else if (!(way in type_of)) said[of] = where ": it takes " (told ? "`" way "`" : "a way") ", which is none of your ways"
    else if (type_of[way] != f[1]) said[of] = where ": it takes `" way "`, which is a way for " type_of[way]
    else if (!((of, way) in time)) said[of] = where ": it takes `" way "`, which was not timed with so many rows"
    else if (count == 0) said[of] = where ": it takes `" way "` with 0 parts"
    else if (count != parts[of, way]) said[of] = where ": it takes `" way "` with " (told ? count " parts; its time is that of " parts[of, way] : "another number of parts than its time has")
    else if (expected !~ /^[0-9]/ || expected == 0) said[of] = where ": it takes `" way "` and expects " (told ? expected " nanoseconds, which is no time" : "no number of nanoseconds")
    else {
        seen[of] = time[of, way] / least[of]
        if (!told) said[of] = where ": it takes `" way "`"
        else said[of] = sprintf("%s: it takes `%s`, %.2f us (expected: %.2f); `%s` needs %.2f", where, way, time[of, way] / 1e3, expected / 1e3, fastest[of], least[of] / 1e3)
    }
}

function rows_of(m,    to) {
    for (to = 1; to < m; to *= 2) { }
    return to == 1 ? "one row" : to / 2 + 1 " to " to " rows"
}

END {
    for (i = 1; i <= products; ++i) {
        of = order[i]
        if (!(of in seen)) said[of] = "a product has no answer"
        if (!(r = seen[of])) { r = wrong_at(of); ++wrong; if (first == "") first = said[of] }
        sum += log(r)
        if (r > worst) { worst = r; words = said[of] }
    }
    printf "%.6g\t%.6g\t%.3f times the shortest time in the geometric mean of %d products%s\t%.2f times the shortest time: %s\n", exp(sum / products), worst,
        exp(sum / products), products, wrong ? "; answers that do not go: " wrong "; " first : "; the worst: " words, worst, words
}
