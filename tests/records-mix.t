#!/bin/sh
# What the machine code of a program holds is asked from its recorded run, function by function.
. "$(dirname "$0")/lib/records.sh"
fixture
rm -r data/fixture-own
plan 15
mkdir -p data/nvidia-h200/transcripts
{
    sed -n '/^# kind/!{/^#/p;}' data/nvidia-h200/naive.csv | sed '/^# end/d; 1a # kind: transcript'
    cat <<'END'
$ cuobjdump --dump-sass build/obj/naive.o |
    awk -f code/tools/mix.awk
in the whole function:
kernel    all FFMA LDG LDS  LDS LDSM BAR
                    32  32  128
tiled_32 2762 1088  96   0   64    7   2

in the hot loop:
kernel    all FFMA LDG LDS  LDS LDSM BAR
                    32  32  128
tiled_32 1302 1024  16   0   48    7   1
kernel   LDL STL
tiled_32  10   0

in the hot loop, behind so many multiply-adds:
kernel     what count first median  last    of
tiled_32    LDG    16   496    770  1020  1024
# end: 17 lines
END
} >data/nvidia-h200/transcripts/naive-mix.txt
answers 'all instructions of the hot loop' 'loop_all of=naive kernel=tiled_32' '1302'
answers 'those of a width' 'loop_LDS128 of=naive kernel=tiled_32' '48'
answers 'none of another width' 'loop_LDS32 of=naive kernel=tiled_32' '0'
answers 'written in full' 'loop_all of=naive kernel=tiled_32 digits=2' '1302'
answers 'without a fraction' 'loop_LDSM of=naive kernel=tiled_32 digits=2' '7'
answers 'those that have no width' 'loop_LDSM of=naive kernel=tiled_32' '7'
answers 'those of a further table' 'loop_LDL of=naive kernel=tiled_32' '10'
refuses 'a function that is not there' 'loop_all of=naive kernel=tiled_16' 'it counts no kernel tiled_16'
refuses 'an instruction that is not there' 'loop_HMMA of=naive kernel=tiled_32' 'kernel tiled_32 has no loop_HMMA'
answers 'a kernel by the name of its table' 'loop_all of=naive kernel=tiled-32' '1302'
answers 'work before the first load' 'first_LDG of=naive kernel=tiled-32' '496'
answers 'before the middle one' 'median_LDG of=naive kernel=tiled-32' '770'
answers 'before the last' 'last_LDG of=naive kernel=tiled-32' '1020'
refuses 'an instruction that stands nowhere' 'first_BAR of=naive kernel=tiled-32' 'kernel tiled-32 has no first_BAR'
sed 's/^# end: 17/# end: 18/; s/^tiled_32  10.*/&\n&/' data/nvidia-h200/transcripts/naive-mix.txt >new && mv new data/nvidia-h200/transcripts/naive-mix.txt
refuses 'a kernel twice' 'loop_all of=naive kernel=tiled-32' 'naive-mix.txt: it counts kernel tiled_32 twice'
