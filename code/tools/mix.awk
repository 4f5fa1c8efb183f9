# mix.awk: counts the instructions that matter in `cuobjdump --dump-sass`, first
# in each whole function, then in its hot loop, each as often as it stands there.
# A memory instruction counts by its width in bits. LDL and STL are registers
# spilled to memory; without a width all of them count. The hot loop is, of the
# loops with most multiply-adds, the innermost that keeps at least half of them.
# A branch back closes a loop if one comes to it from there by going forwards: not
# where it stands out of line, behind the loop, and tries a wait again.
#
# A third table says where an instruction stands in that loop, a line for each
# function and instruction: how often it is there; the multiply-adds of the loop
# that stand before the first of them, before the middle one and before the last;
# and all that the loop has. A load with `last` 0 is asked for before any work.
#
# Lines `name SYMBOL NAME` before the code say what a function is to be called
# here. Those come first, in that order.

BEGIN {
    ops = split("all FFMA FFMA2 HMMA HGMMA LDG/32 LDG/64 LDG/128 LDGSTS/32 " \
                "LDGSTS/64 LDGSTS/128 LDS/32 LDS/64 LDS/128 LDSM STS/32 " \
                "STS/64 STS/128 STG/32 STG/64 STG/128 BAR LDL LDL/32 LDL/64 " \
                "LDL/128 STL STL/32 STL/64 STL/128", named, " ")
    for (i = 1; i <= ops; ++i) listed[named[i]] = 1
    split("all FFMA BAR LDL STL", always, " ")
    for (i in always) shown[always[i]] = 1
    places = split("LDG LDGSTS LDS LDSM STS BAR LDL STL", placed, " ")
    widest = 72
}

/^name / {
    called[$2, ++calls[$2]] = $3
    order[++functions] = $3
    next
}

/Function : / {
    end_function()
    name = $3
    skip = name in seen # code for a second architecture
    seen[name] = 1
    next
}

# An instruction: `/*0a10*/  @P0 BRA 0x4b0 ;  /* 0x... */`.
match($0, /^[ \t]*\/\*[0-9a-f]+\*\/[ \t]+[@A-Z]/) && name != "" && !skip {
    split($0, part, "[*]/")
    sub(/^[ \t]*\/\*/, "", part[1])
    sub(/;.*/, "", part[2])
    take(hex(part[1]), part[2])
}

END {
    end_function()
    for (k = others; k >= 1; --k) order[++functions] = other[k]
    for (i = k = 0; i < functions; ) # those of which there is code
        if ((order[++i], "all") in whole) order[++k] = order[i]
    functions = k
    if (!functions) exit 1
    print_table("in the whole function", "function")
    print ""
    print_table("in the hot loop", "loop")
    print_places()
}

# _Z8tiled_32iiifPKfS0_fPf, as C++ mangles it, is tiled_32.
function plain(symbol,    length_text) {
    if (symbol !~ /^_ZL?[0-9]/) return symbol
    sub(/^_ZL?/, "", symbol)
    length_text = symbol
    sub(/[^0-9].*/, "", length_text)
    return substr(symbol, length(length_text) + 1, length_text + 0)
}

function hex(text,    i, value) {
    value = 0
    for (i = 1; i <= length(text); ++i)
        value = 16 * value + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}

function take(at, text,    word, n, i, target) {
    n = split(text, word, " ")
    i = word[1] ~ /^@/ ? 2 : 1
    number[at] = count + 1
    if (word[i] ~ /^NOP/) return
    ++count
    address[count] = at
    op[count] = kind(word[i])
    leaves[count] = i == 1 && (word[1] ~ /^EXIT/ || (word[1] ~ /^BRA/ && n == 2))
    goes_to[count] = -1
    if (word[i] ~ /^BRA/ && word[n] ~ /^0x/) {
        goes_to[count] = target = hex(substr(word[n], 3))
        if (target <= at) {
            ++loops
            from[loops] = target
            to[loops] = at
        }
    }
}

# The name under which an instruction is counted.
function kind(text,    base) {
    base = text
    sub(/\..*/, "", base)
    if (base !~ /^(LDG|LDGSTS|LDS|STS|STG|LDL|STL)$/) return base
    return base "/" (text ~ /\.128/ ? 128 : text ~ /\.64/ ? 64 : 32)
}

function multiplies(first, last,    i, sum) {
    sum = 0
    for (i = 1; i <= count; ++i)
        if (address[i] >= first && address[i] <= last &&
            op[i] ~ /^(FFMA|FFMA2|HMMA|HGMMA)$/)
            ++sum
    return sum
}

# Forwards from the start of a loop one comes to its end.
function comes_round(loop,    i, last, comes) {
    last = number[to[loop]]
    comes[number[from[loop]]] = 1
    for (i = number[from[loop]]; i < last; ++i)
        if (i in comes) {
            if (goes_to[i] > address[i]) comes[number[goes_to[i]]] = 1
            if (!leaves[i]) comes[i + 1] = 1
        }
    return last in comes
}

function inside(inner, outer) {
    return from[inner] >= from[outer] && to[inner] <= to[outer] &&
        to[inner] - from[inner] < to[outer] - from[outer]
}

# The best of the loops inside `outer` (0: of all), or 0: most multiply-adds,
# and of equals the shortest.
function best(outer,    i, found) {
    found = 0
    for (i = 1; i <= loops; ++i)
        if (work[i] > 0 && (!outer || inside(i, outer)) &&
            (!found || work[i] > work[found] || (work[i] == work[found] &&
             to[i] - from[i] < to[found] - from[found])))
            found = i
    return found
}

function end_function(    i, hot, inner) {
    if (count) {
        if (!calls[name]) {
            called[name, calls[name] = 1] = plain(name)
            other[++others] = plain(name)
        }
        for (i = 1; i <= loops; ++i)
            work[i] = comes_round(i) ? multiplies(from[i], to[i]) : 0
        inner = best(0)
        while (inner && (!hot || 2 * work[inner] >= work[hot])) {
            hot = inner
            inner = best(hot)
        }
        for (i = 1; i <= calls[name]; ++i) {
            whole[called[name, i], "all"] = 1
            add("function", called[name, i], -1, address[count])
            if (hot) add("loop", called[name, i], from[hot], to[hot])
            if (hot) place(called[name, i], from[hot], to[hot])
        }
    }
    count = loops = 0
    name = ""
}

function add(where, kernel, first, last,    i, base) {
    for (i = 1; i <= count; ++i)
        if (address[i] >= first && address[i] <= last) {
            ++sum[where, kernel, "all"]
            ++sum[where, kernel, op[i]]
            if (op[i] in listed) shown[op[i]] = 1
            base = op[i]
            if (sub(/^LDL\/.*/, "LDL", base) || sub(/^STL\/.*/, "STL", base))
                ++sum[where, kernel, base]
        }
}

function place(kernel, first, last,    i, base, work) {
    for (i = 1; i <= count; ++i)
        if (address[i] >= first && address[i] <= last) {
            base = op[i]
            sub(/\/.*/, "", base)
            if (base ~ /^(FFMA|FFMA2|HMMA|HGMMA)$/) ++work
            else at[kernel, base, ++stands[kernel, base]] = work + 0
        }
    all_work[kernel] = work
}

function print_places(    k, i, n, base, room, any) {
    room = 6
    for (k = 1; k <= functions; ++k)
        if (length(order[k]) > room) room = length(order[k])
    for (k = 1; k <= functions; ++k)
        for (i = 1; i <= places; ++i) {
            base = placed[i]
            n = stands[order[k], base] + 0
            if (!n) continue
            if (!any++)
                printf "\nin the hot loop, behind so many multiply-adds:\n" \
                    "%-" room "s %6s %5s %5s %6s %5s %5s\n", "kernel", "what",
                    "count", "first", "median", "last", "of"
            printf "%-" room "s %6s %5d %5d %6d %5d %5d\n", order[k], base, n,
                at[order[k], base, 1], at[order[k], base, int((n + 1) / 2)],
                at[order[k], base, n], all_work[order[k]]
        }
}

# Columns that fit beside each other, then the next ones below.
function print_table(title, where,    i, j, k, first, used, name_width, width) {
    name_width = 6
    for (k = 1; k <= functions; ++k)
        if (length(order[k]) > name_width) name_width = length(order[k])
    print title ":"
    for (first = 1; first <= ops; first = j) {
        used = name_width
        for (j = first; j <= ops; ++j) {
            if (!(named[j] in shown)) continue
            width[j] = column_width(where, named[j])
            if (used + width[j] > widest) break
            used += width[j]
        }
        print_row("kernel", name_width, first, j, width, "head", where)
        print_row("", name_width, first, j, width, "bits", where)
        for (k = 1; k <= functions; ++k)
            print_row(order[k], name_width, first, j, width, "", where)
    }
}

function column_width(where, column,    k, text, width) {
    text = column
    sub(/\/.*/, "", text)
    width = length(text)
    for (k = 1; k <= functions; ++k)
        if (length(sum[where, order[k], column] "") > width)
            width = length(sum[where, order[k], column] "")
    return width + 1
}

function print_row(label, room, first, last, width, what, where,    j, line, cell) {
    line = sprintf("%-" room "s", label)
    for (j = first; j < last; ++j) {
        if (!(named[j] in shown)) continue
        cell = named[j]
        if (what == "head") sub(/\/.*/, "", cell)
        else if (what == "bits") cell = sub(/.*\//, "", cell) ? cell : ""
        else cell = sum[where, label, named[j]] + 0
        line = line sprintf("%" width[j] "s", cell)
    }
    sub(/ +$/, "", line)
    if (line != "") print line
}
