#!/bin/sh
# compile.sh UNIT FILE BOX KEY: a student's program becomes BOX/judge, or BOX/words says why not.
#
# The object may use what a kernel and its launcher have a use for, and nothing by which a
# program reaches files, processes, the lens's own state or the verdict.
. course/lib.sh
unit=$1 box=$3
# shellcheck disable=SC1091
. build/course/flags
# Before the program's own lines, so that no macro of theirs changes it.
flight=$(of count | grep -q latencies && echo '-include tree/course/flight.h')
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
includes="-iquote tree/code -iquote tree -Itree/code/lens/cuda -include cuda_runtime.h $flight"
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
    tree/code/bench/[a-z]*.h | tree/code/kernels/*.h | tree/course/flight.h | tree/course/chooser.h) ;;
    *) echo "$file" ;;
    esac
done >strangers
if [ -s strangers ]; then
    IFS= read -r stranger <strangers
    stranger=${stranger#tree/}
    refuse "it includes ${stranger#"$OLDPWD/"}, which a kernel has no use for"
fi

# Its own lines, macros expanded; a #line that calls them another file's is found out.
read_it 2>said | awk -v own="$unit.cu" -f tree/course/tokens.awk >strangers
[ ! -s strangers ] || refuse "it uses \`$(tr -d ' ();{:&*,=' <strangers)\`, by which a program could hide from the lens"

# shellcheck disable=SC2086,SC2154
sed -f tree/code/lens/launch.sed it.ii |
    $cxx -x c++ -fpreprocessed -fdirectives-only $exact $warn "${told}calls" -gdwarf-4 -fno-var-tracking -std=gnu++17 -c - -o it.o 2>said ||
    refuse "it does not compile: $(first_error)"
# What it does, without names and lines: the starter with another comment is the starter.
objdump -dw --no-show-raw-insn it.o | sed -n 's/ *[#<].*//; s/^ *[0-9a-f]*:\t//p' | sha256sum | cut -c 1-64 >code
shared=$(readelf -sW it.o | awk '$4 == "TLS" { print $8 }' | c++filt | sed 's/.*:://' | tr '\n' ' ')
unseen=$(awk -v tls="$shared" -f tree/code/lens/unseen.awk -f tree/course/hidden.awk calls) ||
    refuse "it does not compile: ${unseen#tree/}"
case $exact in
*-fno-omit-frame-pointer*)
    strange=$(objdump -dw --no-show-raw-insn it.o | awk -f tree/course/frames.awk) || refuse "its $(echo "$strange" | c++filt)" ;;
esac

used() {
    nm -u it.o | awk '{ print $2 }' | grep -vxE 'engine_(load_(rows|columns)|start_copy|close_group|wait_for_groups|multiply_(float|int))|__tsan_[a-z0-9_]*|__ubsan_handle_[a-z_0-9]*|(thread|block)Idx|blockDim|gridDim|warpSize|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|mem(cpy|set|move|cmp)|cuda(Malloc|Free|GetLastError|PeekAtLastError|DeviceSynchronize|FuncSetAttribute|DeviceGetAttribute|GetErrorString)|cuda_check|complain|complain_later|judged_(begin|end|take)|(nearbyint|ldexp|frexp|log|log2|exp|exp2|sqrt|floor|ceil|fmax|fmin|fma|fabs|pow|round)f?' |
        grep -vxFf tree/build/course/device-names
}
stranger=$(used | head -n 1 | c++filt | sed 's/^lens_symbol$/cudaMemcpyToSymbol/; s/^lens_stream_new$/cudaStreamCreate/')
[ -z "$stranger" ] || refuse "it calls or uses \`$stranger\`, which a kernel has no use for; take it out before you hand in"
stranger=$(nm -g --defined-only it.o | awk '$2 == "i" || $2 ~ /[TW]/ && $3 !~ /^(_Z|kernels$|probes$|DW\.ref)/ { print $3; exit }' | c++filt)
[ -z "$stranger" ] || refuse "it defines \`$stranger\`, which belongs to the bench or to the system"
case $(nm it.o | awk '$3 == "kernels" { print $2 }') in R | "") ;; *) refuse 'its table of kernels can be written to, so nobody can trust it' ;; esac
# Its variables and its constants each go to a section of their own (code/lens/memory.h), and
# what it names of the bench and of libm by which a store goes anywhere becomes the judge's.
sections=$(readelf -SW it.o | sed 's/^ *\[ *[0-9]*\] *//' | awk '
    $1 == ".init_array.00099" && $5 == "000008" || $1 ~ /^(\.eh_frame|lens_constant|lens_names|\.note\.gnu\.property)$/ { next }
    $7 !~ /A/ || $1 ~ /^\.text(\.|$)/ && $7 ~ /X/ || $1 ~ /^\.t(bss|data)(\.|$)/ && $7 ~ /T/ { next }
    $1 ~ /^\.(data|bss)(\.|$)/ && $7 !~ /[XT]/ { print "--rename-section", $1 "=judged_data,alloc,load,data,contents"; next }
    $1 ~ /^\.rodata(\.|$)/ && $7 !~ /[WXT]/ { print "--rename-section", $1 "=judged_const,alloc,load,readonly,data,contents"; next }
    $1 ~ /^\.[a-z]*init|^\.[a-z]*fini|tors/ { exit 1 }
    { print "strange", $1; exit }') || refuse 'it runs code before or after main()'
case $sections in *strange*) refuse "it has a section ${sections##*strange }, for which a kernel has no use" ;; esac
[ "$(size it.o | awk 'NR == 2 { print $2 + $3 }')" -lt 8388608 ] || refuse 'its variables take more than 8 MiB'
# shellcheck disable=SC2046,SC2086
objcopy --keep-global-symbol judged_kernels $sections $(printf ' --redefine-sym %s' kernels=judged_kernels complain=judged_complain \
    complain_later=judged_complain_later cudaMalloc=judged_malloc cudaFree=judged_free frexp=judged_frexp frexpf=judged_frexpf) it.o || exit 2
# shellcheck disable=SC2086,SC2154
$cxx -no-pie -Wl,--wrap=popen,--wrap=pclose,--wrap=largest_error it.o "tree/build/course/$unit.source.o" "tree/build/course/$unit.provenance.o" $objects -lm -o judge 2>said ||
    refuse "it does not link: $(grep -m 1 -o 'undefined reference.*\|multiple definition.*' said)"
