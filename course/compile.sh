#!/bin/sh
# compile.sh UNIT FILE BOX KEY: a student's program becomes BOX/judge, or BOX/words says why not.
#
# The object may use what a kernel and its launcher have a use for, and nothing by which a
# program reaches files, processes, the lens's own state or the verdict.
. course/lib.sh
unit=$1 box=$3
# shellcheck disable=SC1091
. build/course/flags
# The tree stands in the box, by a link: no folder above it has a say in what follows.
cp "$2" "$box/$unit.cu" && ln -sfn "$PWD" "$box/tree" && cd "$box" || exit 2

refuse() {
    printf '%s: %s\n' "$unit" "$*" >words
    exit 1
}

ulimit -t 40
ulimit -v 2097152
ulimit -f 131072
ulimit -c 0
exec </dev/null
includes="-iquote tree/code -Itree/code/lens/cuda -include cuda_runtime.h"
# shellcheck disable=SC2086,SC2154
read_it() { $cxx -x c++ -E "$@" -std=gnu++17 $includes "$unit.cu"; }
first_error() {
    seen=$(grep -m 1 error said || head -n 1 said)
    printf "%s" "${seen:-the compiler gave up}" | sed "s|tree/||"
}

read_it -fdirectives-only -MD -MF deps -MT x -o it.ii 2>said || refuse "it does not compile: $(first_error)"
sed 's/^x://; s/\\$//' deps | tr -s ' ' '\n' | grep . | while read -r file; do
    case $file in
    *..*..*) echo "$file" ;;
    tree/code/lens/cuda/../[a-z_]*.h) ;;
    *..*) echo "$file" ;;
    */*intrin.h | */arm_*.h) echo "$file" ;;
    "$unit.cu" | /usr/include/* | /usr/lib/gcc/* | /usr/lib/linux/uapi/* | tree/code/lens/cuda/*) ;;
    tree/code/bench/bench.h | tree/code/kernels/*.h) ;;
    *) echo "$file" ;;
    esac
done >strangers
if [ -s strangers ]; then
    IFS= read -r stranger <strangers
    stranger=${stranger#tree/}
    refuse "it includes ${stranger#"$OLDPWD/"}, which a kernel has no use for"
fi

# Its own lines, macros expanded; a #line that calls them another file's is found out.
read_it 2>said | awk -v own="$unit.cu" '
    # What macros of CUDA come to here is nobody else'"'"'s to name.
    function named(s) { gsub(/lens_(guard_[0-9]+|rsqrtf|mem(cpy|move|set|cmp))|section\("lens_constant"\)/, "", s); return s }
    /^# [0-9]+ "/ {
        split($0, part, "\"")
        if (part[3] !~ /[12]/ && part[2] != file && part[2] != own && part[2] !~ /^<.*>$|^[\/]$|\/\/$/) {
            print "#line"; exit
        }
        file = part[2]
        next
    }
    (file == own || file ~ /^</) && ($0 = named($0)) != "" && match($0, /no_sanitize|(^|[^A-Za-z0-9_])(lens_|_mm|bcopy|__builtin_(ia32|aarch64|neon|apply|arm|mem|bcopy|st[rp]|__))[a-z_0-9]*|constructor|destructor|alias|ifunc|optimize|naked|(^|[^A-Za-z0-9_])(__)?asm(__)?([^A-Za-z0-9_]|$)|the_lens_cannot_run_inline_ptx|^#pragma +[^u ][^n]/) {
        print substr($0, RSTART, RLENGTH); exit
    }' >strangers
[ ! -s strangers ] || refuse "it uses \`$(tr -d ' ();{:&*,=' <strangers)\`, by which a program could hide from the lens"

# shellcheck disable=SC2086,SC2154
sed -f tree/code/lens/launch.sed it.ii |
    $cxx -x c++ -fpreprocessed -fdirectives-only $exact $warn "${told}calls" -gdwarf-4 -fno-var-tracking -std=gnu++17 -c - -o it.o 2>said ||
    refuse "it does not compile: $(first_error)"
unseen=$(awk -f tree/code/lens/unseen.awk calls) || refuse "it does not compile: ${unseen#tree/}"

used() {
    nm -u it.o | awk '{ print $2 }' | grep -vxE '__tsan_[a-z0-9_]*|__ubsan_handle_[a-z_0-9]*|(thread|block)Idx|blockDim|gridDim|warpSize|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|mem(cpy|set|move|cmp)|cuda(GetLastError|PeekAtLastError|DeviceSynchronize|FuncSetAttribute|DeviceGetAttribute|GetErrorString)|cuda_check|complain|complain_later|(nearbyint|ldexp|frexp|log|log2|exp|exp2|sqrt|floor|ceil|fmax|fmin|fma|fabs|pow|round)f?' |
        grep -vxFf tree/build/course/device-names
}
stranger=$(used | head -n 1 | c++filt | sed 's/^lens_symbol$/cudaMemcpyToSymbol/; s/^lens_stream_new$/cudaStreamCreate/')
[ -z "$stranger" ] || refuse "it calls or uses \`$stranger\`, which a kernel has no use for; take it out before you hand in"
stranger=$(nm -g --defined-only it.o | awk '$2 == "i" || $2 ~ /[TW]/ && $3 !~ /^(_Z|kernels$|probes$|DW\.ref)/ { print $3; exit }' | c++filt)
[ -z "$stranger" ] || refuse "it defines \`$stranger\`, which belongs to the bench or to the system"
case $(nm it.o | awk '$3 == "kernels" { print $2 }') in R | "") ;; *) refuse 'its table of kernels can be written to, so nobody can trust it' ;; esac
readelf -SW it.o | sed 's/^ *\[ *[0-9]*\] *//' | awk '
    $1 ~ /^\.(preinit_array|fini_array|ctors|dtors|init$|fini$|init\.|fini\.)/ || ($1 ~ /^\.init_array/ && ($1 != ".init_array.00099" || $5 != "000008")) { exit 1 }' ||
    refuse 'it runs code before or after main()'
[ "$(size it.o | awk 'NR == 2 { print $2 + $3 }')" -lt 8388608 ] || refuse 'its variables take more than 8 MiB'
# shellcheck disable=SC2086,SC2154
$cxx -no-pie -Wl,--wrap=popen,--wrap=pclose it.o "tree/build/course/$unit.source.o" "tree/build/course/$unit.provenance.o" $objects -lm -o judge 2>said ||
    refuse "it does not link: $(grep -m 1 -o 'undefined reference.*\|multiple definition.*' said)"
