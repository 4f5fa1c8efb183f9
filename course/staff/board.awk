# board.awk: the page of the board. Reads, between tabs,
#
#   names     id, what stands on the page
#   here      id, `latest` or `before`, card, date, and for each shape the share of cuBLAS and the ratio to the book's kernel
#   counted   id, and for each count the budget over what was seen
#   refused   id, why
#
# with -v card, title, on (today), shapes (NAME:SIZE …) and counts (lines `what, size`).
function esc(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/>/, "\\&gt;", s); gsub(/"/, "\\&quot;", s); gsub(/'/, "\\&#39;", s); gsub(/[\001-\037\177]/, " ", s); return s }
function size_of(s) { gsub(/x/, " × ", s); return "<small>" s "</small>" }
# In tenths of a per cent: what is equal here has the same place.
function tenths(x) { return int(1000 * x + .5) }
function percent(x) { return sprintf("%.1f", tenths(x) / 10) }
function mean(f, from, step, n,    i, s) { for (i = 0; i < n; ++i) s += log(f[from + i * step]); return exp(s / n) }
function cell(x, best) {
    return "<td><span class=\"n\">" percent(x) " %</span><span class=\"bar\" style=\"width:" sprintf("%.1f", 100 * x / (best > 1 ? best : 1)) "%\"></span></td>"
}
# Places of keys by value[key], best first; those that are equal stand by their name. Fills order[1…] and place[key].
function rank(value, order, place,    k, n, i, j, t) {
    for (k in value) order[++n] = k
    for (i = 2; i <= n; ++i)
        for (j = i; j > 1 && before(order[j], order[j - 1], value); --j) { t = order[j]; order[j] = order[j - 1]; order[j - 1] = t }
    for (i = 1; i <= n; ++i) place[order[i]] = i > 1 && tenths(value[order[i]]) == tenths(value[order[i - 1]]) ? place[order[i - 1]] : i
    return n
}
function before(a, b, value) { return tenths(value[a]) != tenths(value[b]) ? tenths(value[a]) > tenths(value[b]) : name[a] < name[b] }
# A table may be wider than a phone: then it moves, and what is said of it stays.
function begin(id, words, about) {
    print "<h2 id=\"" id "\">" words "</h2>\n<p>" about "</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"" id "\">\n<table aria-labelledby=\"" id "\">"
}
function head(words,    i, w, n, s) {
    n = split(words, w, "|")
    for (i = 1; i <= n; ++i) s = s "<th scope=\"col\">" w[i] "</th>"
    return "<thead><tr>" s "</tr></thead>\n<tbody>"
}

BEGIN {
    of = split(shapes, s, " ")
    for (i = 1; i <= of; ++i) { split(s[i], f, ":"); shape[i] = f[1]; shape_size[i] = f[2] }
    counted_by = split(counts, c, "\n")
    for (i = 1; i <= counted_by; ++i) { split(c[i], f, "\t"); count_name[i] = f[1]; count_size[i] = f[2] }
}
FILENAME ~ /\/names$/ { name[$1] = $2; next }
FILENAME ~ /\/here$/ {
    n = split($0, f, "\t")
    m = mean(f, 5, 2, of)
    ++races[$1]
    if (m > best[$1]) { best[$1] = m; best_on[$1] = substr($4, 1, 10) }
    for (i = 1; i <= of; ++i) { own[i] += log(f[3 + 2 * i] / f[4 + 2 * i]); if (f[3 + 2 * i] > most) most = f[3 + 2 * i] }
    ++all
    if ($2 != "latest") next
    speed[$1] = m
    on_day[$1] = substr($4, 1, 10)
    for (i = 1; i <= of; ++i) share[$1, i] = f[3 + 2 * i]
    next
}
FILENAME ~ /\/counted$/ {
    n = split($0, f, "\t")
    traffic[$1] = mean(f, 2, 1, counted_by)
    for (i = 1; i <= counted_by; ++i) { ratio[$1, i] = f[1 + i]; if (f[1 + i] > most_counted) most_counted = f[1 + i] }
    next
}
{ why[++refused] = "<li>" esc(name[$1]) ": " esc($2) "</li>" }

END {
    print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    print "<title>The board: " esc(title) "</title>\n<style>"
    print ":root { color-scheme: light dark; --paper: #fdfcf8; --ink: #1b1c1e; --soft: #5a5e66; --line: #dedbd2; --wash: #f3f1ea; --bar: #0069a6; }"
    print "@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --ink: #e4e2dc; --soft: #a0a6ae; --line: #2f343a; --wash: #1c2025; --bar: #62b2e4; } }"
    print "* { box-sizing: border-box; }"
    print "body { margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 4rem); max-width: 90rem; background: var(--paper); color: var(--ink); font: clamp(1rem, .8rem + .7vw, 1.6rem)/1.45 system-ui, sans-serif; }"
    print "h1 { font-size: 1.8em; margin: 0 0 .2em; } h2 { font-size: 1.25em; margin: 1.6em 0 .4em; } p { max-width: 45em; margin: .4em 0; color: var(--soft); }"
    print ".wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }"
    print "small { display: block; font-size: .7em; font-weight: 400; white-space: nowrap; }"
    print "th, td { text-align: right; padding: .35em .6em; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; }"
    print "th[scope=row], th:nth-child(2) { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 8em; } thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; white-space: normal; }"
    print "tbody tr:nth-child(odd) { background: var(--wash); } .book th, .book td { font-style: italic; }"
    print ".n { display: block; } .bar { display: block; height: .3em; min-width: 1px; margin-left: auto; background: var(--bar); } ul { padding-left: 1.2em; color: var(--soft); }"
    print "@media print { body { font-size: 11pt; padding: 0; } .bar { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }"
    print "</style>\n</head>\n<body>\n<main>\n<h1>" esc(title) "</h1>\n<p>Made on " esc(on) ".</p>"

    if (all) {
        most = most > 1 ? most : 1
        begin("speed", "Speed", "Share of the speed of cuBLAS on " esc(card) ", at each shape (M × N × K). The mean is geometric. Who is equal to a tenth of a per cent has the same place.")
        line = "Place|Name"
        for (i = 1; i <= of; ++i) line = line "|" esc(shape[i]) size_of(shape_size[i])
        print head(line "|Mean|Raced on|Best so far|Programs")
        n = rank(speed, order, place)
        for (j = 1; j <= n; ++j) {
            id = order[j]
            line = "<tr><td>" place[id] "</td><th scope=\"row\">" esc(name[id]) "</th>"
            for (i = 1; i <= of; ++i) line = line cell(share[id, i], most)
            print line cell(speed[id], most) "<td>" on_day[id] "</td><td>" (tenths(best[id]) > tenths(speed[id]) ? percent(best[id]) " %<br>" best_on[id] : "this one") "</td><td>" races[id] "</td></tr>"
        }
        line = "<tr class=\"book\"><td></td><th scope=\"row\">the book’s kernel</th>"
        for (i = 1; i <= of; ++i) { line = line cell(exp(own[i] / all), most); sum += own[i] / all }
        print line cell(exp(sum / of), most) "<td></td><td></td><td></td></tr>\n</tbody>\n</table>\n</div>"
        print "<p>No points follow from a place. The book’s kernel ran in each of these races: its line is the mean of them.</p>"
    }
    for (id in traffic) ++any
    if (any) {
        most_counted = most_counted > 1 ? most_counted : 1
        begin("traffic", "Counted traffic", "What the book’s kernel asks of global memory, divided by what this kernel asks: 100 % is as much, 200 % is half as much. The lens counts exactly, at small sizes of the three shapes. A count is no speed.")
        line = "Place|Name"
        for (i = 1; i <= counted_by; ++i) line = line "|" esc(count_name[i]) size_of(count_size[i])
        print head(line "|Mean")
        for (id in order) delete order[id]
        n = rank(traffic, order, place)
        for (j = 1; j <= n; ++j) {
            id = order[j]
            line = "<tr><td>" place[id] "</td><th scope=\"row\">" esc(name[id]) "</th>"
            for (i = 1; i <= counted_by; ++i) line = line cell(ratio[id, i], most_counted)
            print line cell(traffic[id], most_counted) "</tr>"
        }
        print "</tbody>\n</table>\n</div>"
    }
    if (refused) {
        print "<h2>Not on the board</h2>\n<ul>"
        for (i = 1; i <= refused; ++i) print why[i]
        print "</ul>"
    }
    print "</main>\n</body>\n</html>"
}
