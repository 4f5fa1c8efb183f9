# plain.awk: counts what can be counted of plain English in chapters' sources; plain.sh runs it and says what it prints.
#
# words=FILE   the table of words (plain.tsv)          allowed=FILE   what pages may keep (tests/plain)
#
# A sentence ends with a point, a question mark, an exclamation mark or its paragraph; an item of a list is a paragraph. A
# number that is asked for, a piece of code, a formula and a reference are a word each. Front matter, headings, code, tables
# and the lines that open and close a div are passed over.

BEGIN {
    FS = "\t"
    while ((getline line < words) > 0)
        if (line !~ /^#/ && split(line, cell, "\t") == 3) { word[++patterns] = cell[1]; around[patterns] = cell[2]; say[patterns] = cell[3] }
    while (allowed != "" && (getline line < allowed) > 0)
        if (line !~ /^#/ && split(line, cell, "\t") == 4) { may[++keeps] = cell[1] "\t" cell[2]; begins[keeps] = cell[3]; from[keeps] = line }
    PERSONS = "(who|whom|nobody|somebody|everybody|anybody|noone|someone|anyone|everyone)"
    PEOPLE = "(readers?|students?|lecturers?|authors?|people|those|colleagues?|you|us|we) who"
    # An opening that puts something else than the subject first; that of a question is none.
    INVERTED = "^ (what|whatever|whether|which|who|whoever|whose|nor|of|that (the|a|an|it|they|we|this)|had|were|not|less) "
    HEAD = " not proved "                                  # of a list in the box `verdict`
}

function fault(kind, text, at,  k) {
    for (k = 1; k <= keeps; k++)
        if (may[k] == file "\t" kind && index(text, begins[k]) == 1) { kept[k] = 1; return }
    printf "%s:%d: %s\n", file, at, said
    bad = 1
}

# The text of a paragraph without what is no prose.
function prose(text) {
    gsub(/`[^`]*`/, "Code", text)
    gsub(/\$[^$]*\$/, "Formula", text)
    gsub(/ ?\[-?@[^]]*\]/, "", text)                       # citations
    gsub(/\[[^][]*\]\{\.num[^}]*\}/, "Number", text)
    gsub(/ ?\(-?@[a-z]+:[^()]*\)/, "", text)               # brackets that hold a reference
    gsub(/-?@[a-z]+:[a-z0-9:-]*[a-z0-9]/, "Reference", text)
    gsub(/\]\([^)]*\)/, "", text)
    gsub(/\{[^}]*\}/, "", text)
    gsub(/[][*]/, "", text)
    return text
}

function sentence(text, at,  plain, question, n, p, rest) {
    sub(/^[ "“(]+/, "", text)
    question = text ~ /\?["”)]*$/
    plain = " " tolower(text) " "
    gsub(/no one/, "noone", plain)
    gsub(/[.,;:!?()"“”…]|’s/, " ", plain)
    gsub(/ +[-–=·×+<>\/] +/, " ", plain)
    gsub(/  +/, " ", plain)
    n = gsub(/[^ ]+/, "&", plain)
    if (n == 0) return
    length_of[++sentences] = n
    if (n > longest) longest = n
    if (n > 35) { said = n " words in one sentence"; fault("long", text, at) }
    if (!question && plain != HEAD && match(plain, INVERTED)) {
        said = "“" substr(text, 1, RLENGTH - 2) " …” puts something else than the subject first"; fault("opening", text, at) }
    rest = plain
    gsub(PEOPLE, "", rest)
    if (!(question && plain ~ "^ " PERSONS " ") && match(rest, " " PERSONS " ")) {
        said = "“" substr(rest, RSTART + 1, RLENGTH - 2) "” is for persons"; fault("person", text, at) }
    for (p = 1; p <= patterns; p++) {
        rest = plain
        if (around[p] != "-") gsub(around[p], "", rest)
        if (match(rest, " " word[p] " ")) {
            said = "“" substr(rest, RSTART + 1, RLENGTH - 2) "”: say " say[p]; fault("word", text, at) }
    }
}

# The paragraph that has been read: lines 1 to `count`, of which `at[i]` is the line in the file.
function close_paragraph(  i, text, start, n, brackets, first, whole, found, now) {
    if (!count) return
    paragraphs++
    for (i = 1; i <= count; i++) whole = whole (i > 1 ? " " : "") "\001" at[i] "\002" line_of[i]
    whole = prose(whole)
    first = whole
    gsub(/\001[0-9]*\002/, "", first)
    n = first
    brackets = gsub(/(^| )\(/, "", n)
    in_brackets += brackets
    if (brackets > 1) { said = brackets " brackets in one paragraph"; fault("brackets", first, at[1]) }
    text = ""
    start = at[1]
    while (match(whole, /\001[0-9]*\002|[.?!]["”)]*( |$)/)) {
        found = substr(whole, RSTART, RLENGTH)
        text = text substr(whole, 1, RSTART - 1)
        whole = substr(whole, RSTART + RLENGTH)
        if (found ~ /^\001/) {
            now = substr(found, 2) + 0
            if (text !~ /[^ ]/) start = now
        } else {
            sub(/ $/, "", found)
            sentence(text found, start)
            text = ""
            start = now
        }
    }
    sentence(text whole, start)
    count = 0
}

function close_page(  i, j, k) {
    if (!file) return
    close_paragraph()
    for (i = 2; i <= sentences; i++) {
        k = length_of[i]
        for (j = i - 1; j >= 1 && length_of[j] > k; j--) length_of[j + 1] = length_of[j]
        length_of[j + 1] = k
    }
    median = sentences % 2 ? length_of[(sentences + 1) / 2] : (length_of[sentences / 2] + length_of[sentences / 2 + 1]) / 2
    printf "%s: %d sentences, median %g words, longest %d; %d brackets in %d paragraphs\n", file, sentences, median, longest,
        in_brackets, paragraphs
    if (median > 15) { printf "%s:1: the median sentence has %g words; 15 are enough\n", file, median; bad = 1 }
    sentences = longest = in_brackets = paragraphs = 0
}

FNR == 1 { close_page(); file = FILENAME; code = div = 0; front = $0 == "---"; if (front) next }
front { front = $0 != "---"; next }
/^ *(~~~|```)/ { close_paragraph(); code = !code; next }
code { next }
div { div = !/}[ ]*$/; next }
/^:::/ { close_paragraph(); div = /{/ && !/}[ ]*$/; next }
/^ *$/ || /^#/ || /^\|/ { close_paragraph(); next }
/^ *([-*]|[0-9]+\.|:) / { close_paragraph(); sub(/^ *([-*]|[0-9]+\.|:) +/, "") }
{ line_of[++count] = $0; at[count] = FNR }
END {
    close_page()
    for (k = 1; k <= keeps; k++)
        if (!kept[k] && index(pages, " " substr(may[k], 1, index(may[k], "\t") - 1) " ")) {
            printf "%s: nothing needs this: %s\n", allowed, from[k]; bad = 1 }
    exit bad
}
