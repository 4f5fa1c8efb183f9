# similar.awk: two students' programs of one unit, how much is alike beyond the starter?
#
#   awk -v stem=UNIT -f course/staff/similar.awk STARTER… = ID:FILE…
#
# A program becomes tokens, without comments, blanks and lines that begin with #. What stands in a starter of the unit
# does not count: every stretch of GRAM tokens of it, as letters, is taken out. Names are all one letter, so other names
# change nothing; and numbers are all one letter too, so another variant's tile changes nothing. What is left of a
# program are its stretches, each once. Of a pair, the share of the smaller one's stretches that the other has
# too is printed, with both numbers: SHARE ALIKE OF ID ID. Of ten and more programs, a stretch that more than half have is
# the task's own way and does not count; -1 N says how many have fewer than eight stretches besides.
BEGIN {
    GRAM = 12
    split("if else for while do return const unsigned int float size_t double half void static inline template typename constexpr struct __shared__ __global__ __device__ __syncthreads threadIdx blockIdx blockDim gridDim", w, " ")
    for (i in w) keyword[w[i]] = 1
    LC = "abcdefghijklmnopqrstuvwxyz"
    starters = 1
    for (i = 1; i < ARGC; ++i) {
        if (ARGV[i] == "=") { starters = 0; continue }
        file = ARGV[i]
        if (!starters) { at = index(file, ":"); id[++n] = substr(file, 1, at - 1); file = substr(file, at + 1) }
        read(file, starters ? 0 : n)
    }
    for (i = 1; i <= n; ++i) {
        m = split(list[i], grams, "\n")
        for (j = 1; j <= m; ++j) if (grams[j] != "") holders[grams[j]] = holders[grams[j]] " " i
        kept[i] = m - 1
    }
    # What more than half of a large class has is the task's own way, and says nothing about a pair.
    for (g in holders) {
        k = split(holders[g], who, " ")
        if (n >= 10 && k > n / 2) { for (j = 1; j <= k; ++j) --kept[who[j]]; continue }
        for (a = 1; a < k; ++a) for (b = a + 1; b <= k; ++b) ++both[who[a], who[b]]
    }
    for (i = 1; i <= n; ++i) if (kept[i] < 8) ++little
    if (little) printf "-1\t%d\n", little
    for (pair in both) {
        split(pair, p, SUBSEP)
        of = kept[p[1]] < kept[p[2]] ? kept[p[1]] : kept[p[2]]
        if (of >= 8) printf "%.0f\t%d\t%d\t%s\t%s\n", 100 * both[pair] / of, both[pair], of, id[p[1]], id[p[2]]
    }
}

function read(file, who,    line, text, commented, at, word, m, tokens, i, j, gram, c) {
    text = ""
    while ((getline line <file) > 0) if (line !~ /^[ \t]*#/) text = text line "\n"
    close(file)
    m = 0
    while (text != "") {
        if (match(text, /^[ \t\r\n]+/)) { text = substr(text, RLENGTH + 1); continue }
        if (substr(text, 1, 2) == "//") { at = index(text, "\n"); text = at ? substr(text, at) : ""; continue }
        if (substr(text, 1, 2) == "/*") { at = index(text, "*/"); text = at ? substr(text, at + 2) : ""; continue }
        if (match(text, /^"([^"\\\n]|\\.)*"/)) { word = "S" }
        else if (match(text, /^[A-Za-z_][A-Za-z_0-9]*/)) { word = substr(text, 1, RLENGTH); if (!(word in keyword)) word = "N" }
        else if (match(text, /^[0-9][0-9A-Za-z_.]*/)) word = "0"
        else { word = substr(text, 1, 1); RLENGTH = 1 }
        tokens[++m] = word
        text = substr(text, RLENGTH + 1)
    }
    for (i = 1; i + GRAM - 1 <= m; ++i) {
        gram = ""
        for (j = 0; j < GRAM; ++j) gram = gram tokens[i + j] " "
        if (!who) given[gram] = 1
        else if (!(gram in given) && !((who, gram) in seen)) { seen[who, gram] = 1; list[who] = list[who] gram "\n" }
    }
}
