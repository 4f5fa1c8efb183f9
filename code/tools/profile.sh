#!/bin/sh
# profile.sh STEM [--kernel NAME] [--size MxNxK]...: launches each kernel of a
# program, and each ceiling of its arithmetic, once a size under Nsight Compute
# and writes its hardware counters to data/<device>/counters/STEM.csv; before
# that, compute-sanitizer looks for its errors, and after it its instructions
# are counted. Where one launcher starts several kernels their counts are added.
# With options the rows are printed and nothing is kept.
set -eu
export LC_ALL=C.UTF-8
stem=$1
shift
# column=metric; rates and ratios are taken from the longest kernel.
metrics='
load_requests=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
load_sectors=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
store_requests=l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
store_sectors=l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
l1_hit=l1tex__t_sector_hit_rate.pct
l2_hit=lts__t_sector_hit_rate.pct
l2_read_bytes=lts__t_sectors_op_read.sum
dram_read_bytes=dram__bytes_read.sum
dram_write_bytes=dram__bytes_write.sum
instructions=smsp__inst_executed.sum
occupancy=sm__warps_active.avg.pct_of_peak_sustained_active
registers=launch__registers_per_thread
time_us=gpu__time_duration.sum
load_tags=l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum
data_wavefronts=l1tex__data_pipe_lsu_wavefronts.sum
l1_bytes=l1tex__m_xbar2l1tex_read_bytes.sum
shared_load_requests=smsp__sass_inst_executed_op_shared_ld.sum
shared_load_wavefronts=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
shared_store_requests=smsp__sass_inst_executed_op_shared_st.sum
shared_store_wavefronts=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
lsu_busy=l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_active
dram_busy=dram__throughput.avg.pct_of_peak_sustained_elapsed
l2_busy=lts__throughput.avg.pct_of_peak_sustained_elapsed
l1_busy=l1tex__throughput.avg.pct_of_peak_sustained_active
issue_busy=smsp__issue_active.avg.pct_of_peak_sustained_active
fma_busy=smsp__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active
tensor_busy=sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active
cycles=sm__cycles_active.avg
stall_lg=smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio
stall_long=smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio
stall_short=smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio
stall_mio=smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio
stall_barrier=smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio
stall_dispatch=smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio
stall_math=smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio
stall_wait=smsp__average_warps_issue_stalled_wait_per_issue_active.ratio
stall_instruction=smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio
stall_ready=smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio
stall_branch=smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio
stall_drain=smsp__average_warps_issue_stalled_drain_per_issue_active.ratio
stall_imc=smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio
stall_membar=smsp__average_warps_issue_stalled_membar_per_issue_active.ratio
stall_misc=smsp__average_warps_issue_stalled_misc_per_issue_active.ratio
stall_selected=smsp__average_warps_issue_stalled_selected_per_issue_active.ratio
stall_tex=smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio
stall_gmma=smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio
stall_total=smsp__average_warp_latency_per_inst_issued.ratio
cycles_elapsed=sm__cycles_elapsed.max
bank_conflicts=l1tex__data_bank_conflicts_pipe_lsu_mem_gds_op_ld.sum
set_conflicts=l1tex__t_set_conflicts_pipe_lsu_mem_global_op_ld.sum
l2_write_bytes=lts__t_sectors_op_write.sum
l2_l1_bytes=lts__t_sectors_srcunit_tex.sum
l2_fabric_bytes=lts__t_sectors_srcunit_ltcfabric.sum
'

program=build/bin/$stem
code/tools/keep.sh "$stem" counters || exit 2
command -v ncu >/dev/null || {
    echo "$stem: no ncu here: install Nsight Compute, it comes with the CUDA" \
        "Toolkit" >&2
    exit 2
}
[ -n "$("$program" profiled "$@" 2>/dev/null)" ] || { echo "$stem: it has no kernel to profile" && exit 0; }
[ $# -gt 0 ] || code/tools/sanitize.sh "$stem"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM
asked=$metrics

# OPTIONS of launch: what the counters say of its launches, in $scratch/ncu.
count() {
    ncu --csv --page raw --print-units base --clock-control none \
        --profile-from-start off \
        --metrics "$(echo $asked | sed 's/[a-z0-9_]*=//g; s/ /,/g')" \
        "$program" launch "$@" >"$scratch/ncu" </dev/null
}

# Asks no more for what this ncu has not for this card; fails if it has it all.
forget() {
    [ "$asked" = "$metrics" ] || return 1
    ncu --query-metrics >"$scratch/known" 2>/dev/null </dev/null || return 1
    asked=$(for pair in $metrics; do
        name=${pair#*=}
        case $name in launch__*) echo "$pair" && continue ;; esac
        if grep -q "^${name%%.*}[[:space:]]" "$scratch/known"; then
            echo "$pair"
        else
            echo "$stem: this ncu has no $name; ${pair%%=*} stays empty" >&2
        fi
    done)
    [ "$(echo $asked)" != "$(echo $metrics)" ]
}

watch() {
    count "$@" || { forget && count "$@"; } || {
        echo "$stem: ncu failed on launch $*:" \
            "$(grep -m1 '==ERROR==' "$scratch/ncu" ||
                tail -n 1 "$scratch/ncu")" >&2
        return 2
    }
}

row() { # KERNEL SIZE [ID]: its counts, of all launches or of the ID-th
    awk -v kernel="$1" -v size="$2" -v id="${3-}" -v pairs="$(echo $metrics)" \
        -f code/tools/counters.awk "$scratch/ncu" || {
        echo "$stem: ncu saw no launch of $1 at $2" >&2
        return 2
    }
}

alone() { # SIZE KERNEL...: one after another
    size=$1
    shift
    for kernel in "$@"; do
        [ ! -t 2 ] || printf '\r\033[K%s: %s at %s' "$stem" "$kernel" "$size" >&2
        watch --kernel "$kernel" --size "$size" && row "$kernel" "$size" ||
            return 2
    done
}

# All in one process is much quicker. As many launches as kernels means one for
# each, in the order of the table; where launchers start several, it is alone.
together() { # SIZE KERNEL...
    [ ! -t 2 ] || printf '\r\033[K%s: all at %s' "$stem" "$1" >&2
    watch --size "$1" || return 2
    if [ "$(grep -c '^"[0-9]' "$scratch/ncu")" -ne $(($# - 1)) ]; then
        alone "$@"
        return
    fi
    size=$1 id=0
    shift
    for kernel in "$@"; do
        row "$kernel" "$size" $id || return 2
        id=$((id + 1))
    done
}

"$program" profiled "$@" >"$scratch/launches"
{
    echo "kernel,m,n,k,$(echo $metrics | sed 's/=[^ ]*//g; s/ /,/g')"
    for size in $(awk '!seen[$2]++ { print $2 }' "$scratch/launches"); do
        here=$(awk -v s="$size" '$2 == s && NF == 2 && $1 !~ /^cublas/ { print $1 }' \
            "$scratch/launches")
        if [ $# -gt 0 ]; then
            alone "$size" $here || exit 2
        elif [ -n "$here" ]; then
            together "$size" $here || exit 2
        fi
        alone "$size" $(awk -v s="$size" '$2 == s && (NF > 2 || $1 ~ /^cublas/) {
            print $1 }' "$scratch/launches") || exit 2
    done
} >"$scratch/rows"
[ ! -t 2 ] || printf '\r\033[K' >&2
if [ $# -gt 0 ]; then
    cat "$scratch/rows"
    exit 0
fi
code/tools/keep.sh "$stem" counters "$stem.csv" <"$scratch/rows"
echo "$stem: counters in data/$("$program" device)/counters/$stem.csv"
! command -v cuobjdump >/dev/null || code/tools/mix.sh "$stem"
