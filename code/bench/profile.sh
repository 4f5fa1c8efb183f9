#!/bin/sh
# profile.sh STEM: launches each kernel of a program once under Nsight Compute
# and writes its hardware counters to data/<device>/counters/STEM.csv. Where one
# launcher starts several kernels their counts are added.
set -eu
stem=$1
program=build/bin/$stem
sizes=${SIZES:-"128 4092 4096"}
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
cycles=sm__cycles_active.avg
stall_lg=smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio
stall_long=smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio
'

"$program" device >/dev/null || exit 2
command -v ncu >/dev/null || {
    echo "$stem: no ncu here: install Nsight Compute, it comes with the CUDA" \
        "Toolkit" >&2
    exit 2
}
folder=data/$("$program" device)/counters
mkdir -p "$folder" || exit 2
new=$folder/$stem.csv.tmp
trap 'rm -f "$new" "$new.ncu" "$new.rows"' EXIT
list=$(echo $metrics | sed 's/[a-z0-9_]*=//g; s/ /,/g')
columns=$(echo $metrics | sed 's/=[^ ]*//g; s/ /,/g')

: >"$new.rows"
kernels=${KERNELS:-$("$program" list)}
patterns=" $("$program" patterns | tr '\n' ' ') "
[ "$patterns" != "  " ] || kernels="$kernels cublas"
for kernel in $kernels; do
    case $patterns in
    *" $kernel "*) at=${sizes%% *} ;; # the same at every size
    *) at=$sizes ;;
    esac
    for size in $at; do
        [ -t 2 ] && printf '\r\033[K%s: %s at %s' "$stem" "$kernel" "$size" >&2
        ncu --csv --page raw --print-units base --clock-control none \
            --profile-from-start off --metrics "$list" \
            "$program" launch --kernel "$kernel" --size "$size" \
            >"$new.ncu" || {
            echo "$stem: ncu failed on $kernel at $size:" \
                "$(grep -m1 '==ERROR==' "$new.ncu" || tail -n 1 "$new.ncu")" >&2
            exit 2
        }
        awk -v kernel="$kernel" -v size="$size" -v pairs="$(echo $metrics)" \
            -f code/bench/counters.awk "$new.ncu" >>"$new.rows" || {
            echo "$stem: ncu saw no launch of $kernel at $size" >&2
            exit 2
        }
    done
done
[ -t 2 ] && printf '\r\033[K' >&2
{
    "$program" head
    date -u '+# date: %Y-%m-%dT%H:%M:%SZ'
    echo "kernel,m,n,k,$columns"
    cat "$new.rows"
    echo "# end: $(wc -l <"$new.rows") rows"
} >"$new"
mv "$new" "$folder/$stem.csv"
echo "$stem: counters in $folder/$stem.csv"
! command -v cuobjdump >/dev/null || code/bench/mix.sh "$stem"
