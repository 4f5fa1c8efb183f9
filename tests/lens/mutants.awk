# mutants.awk: all mutants of kernels, each one change in one line, in an order drawn by `seed` (awk -v):
# one of each class in turn. A row is class, file, line number, and the line as it is then.
#
# Changed are the bodies of device functions, of kernels on a table and of their launchers: in a
# program what stands before its table and has device code or a contract's parameters, in
# code/kernels/ every function. No line of nvcc's alone, comment, string or directive.
BEGIN {
    split("operator bound sync index constant guard operand", classes)
    split("+ - - + * + / % % / < <= <= < > >= >= > == != != == && || || && += -= -= += " \
          "^ | | & & | ^= |= ++ -- min max max min", w)
    for (i = 1; i in w; i += 2)
        other[w[i]] = w[i + 1]
    split("M N N K K M A B B A a b b a As Bs Bs As row col col row x y y x rows cols cols rows " \
          "row0 col0 col0 row0 row1 col1 col1 row1 a_k b_k b_k a_k next_a next_b next_b next_a " \
          "wide_a wide_b wide_b wide_a BM BN BN BM BK BM TM TN TN TM WM WN WN WM far_m far_n " \
          "far_n far_m near_m near_n near_n near_m pitch_a pitch_b pitch_b pitch_a i j j i k i " \
          "alpha beta beta alpha map_a map_b map_b map_a from_a from_b from_b from_a wy wx wx wy " \
          "now next next now last_row last_col last_col last_row lane warp warp lane to_a to_b " \
          "to_b to_a rows_here cols_here cols_here rows_here high wide wide high t0 t1 t1 t0 " \
          "aligned_a aligned_b aligned_b aligned_a rows_left cols_left cols_left rows_left " \
          "stride_m stride_n stride_n stride_m adjacent_m adjacent_n adjacent_n adjacent_m first_steps depth " \
          "first depth depth first from to even odd odd even PITCH_A PITCH_B PITCH_B PITCH_A", w)
    for (i = 1; i in w; i += 2)
        sister[w[i]] = w[i + 1]
    of_sync = "^(__syncthreads|__syncwarp|__pipeline_wait_prior|__pipeline_commit|__threadfence|" \
        "wait_for|expect|init_barrier|wait_for_kernel|let_next_start|atomicExch|pin|engine_barrier_[a-z]*)$"
    types = "^(float|float4|half|char|void|int|unsigned|T|V|Acc|const|return|struct|FA|FB|FC)$"
}

FNR == 1 {
    depth = inside = comment = skipped = table = 0
    head = ""
    is_program = FILENAME ~ /\.cu$/
}
/^const struct kernel kernels/ { table = is_program }
/^#(el)?if BULK_PTX/ { skipped = 1; next }
/^#(else|elif|endif|ifndef)/ { skipped = 0 }
/^#/ { continued = /\\$/; next }
continued { continued = /\\$/; next }
skipped || table { next }

# What opens at the outermost level, after `head`.
function is_changed(head) {
    if (is_program)
        return head ~ /__device__|float alpha/
    return head ~ /\)[^()=]*$/ && head !~ /enum|struct [a-z_]* *$/
}

function put(class, at, length_, new) {
    site[class, ++sites[class]] = class "\t" FILENAME "\t" FNR "\t" \
        substr($0, 1, at - 1) new substr($0, at + length_)
}

function is_value(token) { return token ~ /^[A-Za-z0-9_.]+$|^[])]$/ && token !~ types }

function is_spaced(at, n) { return substr($0, at - 1, 1) substr($0, at + n, 1) ~ /^ ?$|^  $/ }

# What can be changed at the token that begins at `at`; `last` stands before it.
function change(token, at, last,    n, rest) {
    n = length(token)
    rest = substr($0, at + n)
    if (token ~ /^[A-Za-z_]/) {
        if (token in sister && last != "." && rest !~ /^ = / && last !~ /^(float|int|unsigned|half|size_t|\*)$/)
            put("operand", at, n, sister[token])
        if (token in other)
            put("operator", at, n, other[token])
        if (token ~ of_sync && match(rest, /^(<[A-Z]*>)?\(.*\);$/))
            put("sync", at, n + RLENGTH, ";")
        if (last == "." && token ~ /^[xyzw]$/)
            put("index", at, n, substr("yxwz", index("xyzw", token), 1))
        if (token == "if" && match(rest, /^ \(/)) {
            put("guard", at, n + 2, "if (1 ? 0 : ")
            put("guard", at, n + 2, "if (1 ? 1 : ")
        }
    } else if (token ~ /^[0-9]+[uU]?$/) {
        put("constant", at, n, token + 1)
        if (token > 0)
            put("constant", at, n, token - 1)
    } else if (token ~ /^[0-9.]+f$/) {
        put("constant", at, n, token + 1 ".0f")
    } else if (token == "[") {
        if (!is_declared && rest !~ /^\]/) {
            put("index", at, n, "[1 + ")
            if (match(rest, /^[^][]*\]\[[^][]+\]/)) {
                split(substr(rest, 1, RLENGTH - 1), w, /\]\[/)
                put("index", at, n + RLENGTH, "[" w[2] "][" w[1] "]")
            }
        }
    } else if (token == "?") {
        put("guard", at, n, "|| 1 ?")
        put("guard", at, n, "&& 0 ?")
    } else if (token in other && (token ~ /^(\+\+|--)$/ || (is_value(last) && is_spaced(at, n)))) {
        put("operator", at, n, other[token])
        if (token ~ /^[<>]=?$/) {
            put("bound", at, n, token " 1 +")
            put("bound", at, n, token " -1 +")
        }
    }
}

{
    for (at = 1; at <= length($0); at += length(token)) {
        text = substr($0, at)
        if (comment) {
            end = index(text, "*/")
            comment = !end
            token = end ? substr(text, 1, end + 1) : text
            continue
        }
        if (match(text, /^[ \t]+/)) {
            token = substr(text, 1, RLENGTH)
            continue
        }
        if (text ~ /^\/\//)
            break
        if (text ~ /^\/\*/) {
            comment = 1
            token = "/*"
            continue
        }
        if (match(text, /^"([^"\\]|\\.)*"/) || match(text, /^'([^'\\]|\\.)*'/) ||
            match(text, /^[A-Za-z_][A-Za-z0-9_]*/) || match(text, /^[0-9][0-9A-Za-z.]*/) ||
            match(text, /^(<<<|>>>|->|\+\+|--|&&|\|\||[-+*\/%<>=!&|^]=)/))
            token = substr(text, 1, RLENGTH)
        else
            token = substr(text, 1, 1)
        if (inside) {
            if (last ~ /^[;{}]?$/)
                is_declared = token ~ /^(__shared__|__align__|extern|float|fragment_[ab]|accumulator|static|half|char|constexpr|enum)$/
            if (token == "=")
                is_declared = 0
            change(token, at, last)
        }
        if (token == "{" && depth++ == 0)
            inside = is_changed(head)
        if (token == "}" && --depth == 0)
            inside = 0
        head = depth > 0 || token ~ /^[;}]$/ ? "" : head token " "
        last = token
    }
}

function draw(n) {
    seed = seed * 16807 % 2147483647
    return seed % n + 1
}

END {
    seed = seed % 2147483646 + 1
    for (class in sites)
        left += sites[class]
    for (; left > 0; i = i % 7 + 1) {
        class = classes[i % 7 + 1]
        if (sites[class] == 0)
            continue
        at = draw(sites[class])
        print site[class, at]
        site[class, at] = site[class, sites[class]--]
        --left
    }
}
