# tokens.awk: `g++ -E` of a program that is judged, with own=NAME.cu. Prints the first word in
# its own lines, macros expanded, or the attribute, by which it could hide from the lens or reach it; or #line,
# where a line calls itself another file's.

# What macros of CUDA come to here is nobody else's to name.
function named(s) {
    gsub(/thread_local __attribute__\(\(used\)\) char lens_guard_[0-9]+\[64\]; thread_local __attribute__\(\(used\)\)/, "", s)
    gsub(/lens_(rsqrtf|mem(cpy|move|set|cmp))/, "", s)
    gsub(/__attribute__ *\(\( *(section\("[A-Za-z_.0-9]*"\)|aligned *(\([^()]*(\([^()]*\))*[^()]*\))?|(__)?(always_inline|noinline|unused|used|may_alias)(__)?) *\)\)/, "", s)
    gsub(/\[\[ *(maybe_unused|nodiscard|fallthrough|(un)?likely) *\]\]/, "", s)
    gsub(/__builtin_((nan|inf|huge_val)[fl]?|LINE|FILE|FUNCTION|expect|offsetof|assume_aligned|trap|prefetch|(popcount|c[lt]z|ffs|parity)(ll?)?|bswap(16|32|64)|(fabs|fma|fmin|fmax|floor|ceil|sqrt|round|exp|exp2|log|log2|pow)f?|isnan|isinf|isfinite|signbit|constant_p|bit_cast|is_constant_evaluated|(add|sub|mul)_overflow)([^A-Za-z0-9_]|$)/, "", s)
    gsub(/#pragma (no)?unroll.*/, "", s)
    return s
}

/^# [0-9]+ "/ {
    split($0, part, "\"")
    if (part[3] !~ /[12]/ && part[2] != file && part[2] != own && part[2] !~ /^<.*>$|^[\/]$|\/\/$/) {
        print "#line"; exit
    }
    file = part[2]
    next
}
(file == own || file ~ /^</) && ((s = named($0)) != "") && (match(s, /no_sanitize|(^|[^A-Za-z0-9_])(lens_|judged_|_mm|bcopy|__builtin_apply|__sync_|__atomic_)[A-Za-z_0-9]*|(^|[^A-Za-z0-9_])(thread_local|__thread)([^A-Za-z0-9_]|$)|constructor|destructor|alias|ifunc|optimize|naked|(^|[^A-Za-z0-9_])(__)?asm(__)?([^A-Za-z0-9_]|$)|the_lens_cannot_run_inline_ptx/) ||
    match(s, /__builtin_[A-Za-z_0-9]*|__attribute.*|\[ *\[.*|^#pragma.*/)) {
    print substr(s, RSTART, RLENGTH < 40 ? RLENGTH : 40); exit
}
