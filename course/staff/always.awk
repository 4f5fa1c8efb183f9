# always.awk: of a file of times (times.awk), the geometric mean and the worst of the regrets of a chooser that takes one way to all
# products of a type: the best of these. Where a way has no time, its regret is that of a wrong answer (regret.awk).
BEGIN { FS = "\t" }
{
    of = $1 SUBSEP $2
    if (!(of in least)) { order[++products] = of; type[of] = $1 }
    if (!(of in least) || $5 < least[of]) least[of] = $5
    if ($5 > slowest[of]) slowest[of] = $5
    time[of, $3] = $5
    ways[$1, $3] = $3
}
END {
    for (w in ways) {
        split(w, of_type, SUBSEP)
        sum = most = 0
        for (i = 1; i <= products; ++i) {
            of = order[i]
            if (type[of] != of_type[1]) continue
            r = ((of, ways[w]) in time ? time[of, ways[w]] : slowest[of] > 10 * least[of] ? slowest[of] : 10 * least[of]) / least[of]
            sum += log(r)
            if (r > most) most = r
        }
        if (!(of_type[1] in best) || sum < best[of_type[1]]) { best[of_type[1]] = sum; worst_of[of_type[1]] = most; name[of_type[1]] = ways[w] }
    }
    for (t in best) { all += best[t]; if (worst_of[t] > worst) worst = worst_of[t]; names = names " " name[t] }
    printf "%.6g\t%.6g\t%s\n", exp(all / products), worst, substr(names, 2)
}
