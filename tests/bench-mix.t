#!/bin/sh
# Instructions are counted by kind and width, in the whole function and in its hot loop.
. "$(dirname "$0")/lib/unit.sh"

# cuobjdump's lines; ADDRESS INSTRUCTION a line, and the encoding as it stands there.
sass() {
    awk '/^Function/ { print "\t\tFunction : " $2; print "\t.headerflags\t@\"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)\""; next }
    NF {
        at = $1
        sub(/^[^ ]* /, "")
        printf "        /*%s*/                   %-40s/* 0x00000a00ff017b82 */\n", at, $0 " ;"
        print "                                                                /* 0x000fe20000000800 */"
    }'
}

# Two loops over K: the ragged tile has a small one, the whole tiles a larger one with a
# fill loop inside. A loop over tiles is around both. After EXIT comes the usual padding.
whole='Function _Z8tiled_32iiifPKfS0_fPf
0000 LDC R1, c[0x0][0x28]
0010 ISETP.GE.AND P0, PT, R0, R3, PT
0020 LDG.E.CONSTANT R5, desc[UR4][R2.64]
0030 STS [R9], R5
0040 BAR.SYNC.DEFER_BLOCKING 0x0
0050 LDS R6, [R9]
0060 FFMA R7, R6, R6, R7
0070 ISETP.NE.AND P0, PT, R0, RZ, PT
0080 @P0 BRA 0x50
0090 LDG.E.128.CONSTANT R12, desc[UR4][R2.64]
00a0 STS.128 [R9], R12
00b0 STS.64 [R9+0x10], R12
00c0 @!P1 BRA 0xb0
00d0 BAR.SYNC.DEFER_BLOCKING 0x0
00e0 LDS.128 R16, [R9]
00f0 LDS.64 R20, [R9+0x100]
0100 LDSM.16.M88.4 R24, [R9]
0110 FFMA R7, R16, R20, R7
0120 FFMA R7, R17, R21, R7
0130 FFMA.FTZ R7, R18, R22, R7
0140 @P2 BRA P3, 0x90
0150 @!P0 LDL R30, [R1]
0160 STL.64 [R1+0x8], R30
0170 @P1 BRA 0x40
0180 @P0 FFMA R7, R7, R4, R8
0190 STG.E desc[UR4][R2.64], R7
01a0 EXIT
01b0 BRA 0x1b0
01c0 NOP
01d0 NOP'
straight='Function straight
0000 LDG.E.64 R2, desc[UR4][R2.64]
0010 FADD R4, R2, R3
0020 STG.E.64 desc[UR4][R2.64], R4
0030 EXIT
0040 BRA 0x40'

mix() { # FUNCTIONS: the two tables
    printf '%s\n' "$1" | sass | awk -f code/tools/mix.awk >"$scratch/said"
}
tables() { # TEXT: they are these
    [ "$(cat "$scratch/said")" = "$1" ]
}
narrow() { awk 'length($0) > 72 { exit 1 }' "$scratch/said"; }

# A loop that asks for the next tile behind its first multiply-adds, and spills.
late='Function _Z4lateILi8EEvPf
0000 LDS.128 R4, [R9]
0010 FFMA R0, R4, R5, R0
0020 LDG.E R20, desc[UR4][R2.64]
0030 FFMA R1, R4, R6, R1
0040 LDG.E R21, desc[UR4][R2.64+0x4]
0050 STL.64 [R1], R20
0060 FFMA R2, R4, R7, R2
0070 FFMA R3, R5, R6, R3
0080 LDG.E R22, desc[UR4][R2.64+0x8]
0090 LDG.E R23, desc[UR4][R2.64+0xc]
00a0 BAR.SYNC.DEFER_BLOCKING 0x0
00b0 @P1 BRA 0x0
00c0 EXIT'
named() { # KERNEL WHAT: its line of places, by the names of a program
    { echo 'name _Z4lateILi8EEvPf late-8' && echo 'name _Z8tiled_32iiifPKfS0_fPf tiled' && printf '%s\n' "$whole" "$late" | sass; } |
        awk -f code/tools/mix.awk >"$scratch/said"
    grep "^$1  *$2 " "$scratch/said" | tr -s ' '
}

# A loop that waits; the wait is tried again behind the end of the function.
waits='Function _Z5waitsPf
0000 SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2
0010 @!P0 BRA 0x80
0020 FFMA R0, R4, R5, R0
0030 LDS R4, [R9]
0040 @P1 BRA 0x0
0050 FFMA R0, R4, R5, R0
0060 STG.E desc[UR4][R2.64], R0
0070 EXIT
0080 SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R2
0090 @!P0 BRA 0x80
00a0 BRA 0x20
00b0 BRA 0xb0'

plan 19
# The last function of a file stands first in its source.
is 'two functions' mix "$straight
$whole"
is 'each is counted, and so is the innermost loop with most multiply-adds' tables \
    'in the whole function:
kernel   all FFMA LDG LDG LDG LDS LDS LDS LDSM STS STS STS STG STG BAR
                   32  64 128  32  64 128       32  64 128  32  64
tiled_32  28    5   1   0   1   1   1   1    1   1   1   1   1   0   2
straight   5    0   0   1   0   0   0   0    0   0   0   0   0   1   0
kernel   LDL LDL STL STL
              32      64
tiled_32   1   1   1   1
straight   0   0   0   0

in the hot loop:
kernel   all FFMA LDG LDG LDG LDS LDS LDS LDSM STS STS STS STG STG BAR
                   32  64 128  32  64 128       32  64 128  32  64
tiled_32  12    3   0   0   1   0   1   1    1   0   1   1   0   0   1
straight   0    0   0   0   0   0   0   0    0   0   0   0   0   0   0
kernel   LDL LDL STL STL
              32      64
tiled_32   0   0   0   0
straight   0   0   0   0

in the hot loop, behind so many multiply-adds:
kernel     what count first median  last    of
tiled_32    LDG     1     0      0     0     3
tiled_32    LDS     2     0      0     0     3
tiled_32   LDSM     1     0      0     0     3
tiled_32    STS     2     0      0     0     3
tiled_32    BAR     1     0      0     0     3'
is 'no line has more than 72 columns' narrow
is 'a second architecture' mix "$whole
$whole"
is 'counts no kernel twice' grep -q '^tiled_32 *28 *5 ' "$scratch/said"
is 'columns of nothing are left out, but for spills and barriers' mix "$straight"
is 'these are there' grep -qx 'kernel   all FFMA LDG STG BAR LDL STL' "$scratch/said"
isnt 'no function is no table' mix ''
is 'a wait that stands out of line' mix "$waits"
is 'makes no loop of what is before it' grep -qx 'waits    5    1   1   0   0   0   0' "$scratch/said"
is 'loads are told by the work before them: first, middle and last' [ "$(named late-8 LDG)" = 'late-8 LDG 4 1 2 4 4' ]
is 'so are barriers' [ "$(named late-8 BAR)" = 'late-8 BAR 1 4 4 4 4' ]
is 'and spills' [ "$(named late-8 STL)" = 'late-8 STL 1 2 2 2 4' ]
is 'a kernel has the name of the table' grep -q '^tiled ' "$scratch/said"
is 'in its order' [ "$(grep -n '^late-8' "$scratch/said" | head -1 | cut -d: -f1)" -lt "$(grep -n '^tiled' "$scratch/said" | head -1 | cut -d: -f1)" ]

# The script: a program whose table names one of two functions, and one that has no code.
printf '%s\n' "$straight" "$late" | sass >"$scratch/sass"
mkdir -p "$scratch/build/bin" "$scratch/path" && cp -R code "$scratch" && cd "$scratch" || exit 1
PATH=$PWD/path:$PATH
printf '#!/bin/sh\ncat sass\n' >path/cuobjdump
cat >build/bin/toy <<'END'
#!/bin/sh
case $1 in
device) echo toy-card ;;
head) printf '# record: tiles 1\n# kind: gemm\n' ;;
describe) printf '%s\n' 'late-8 late<8> 1 1 1 0' 'seen seen 1 1 1 PATTERN' 'gone gone<1> 1 1 1 0' ;;
esac
END
chmod +x path/cuobjdump build/bin/toy
kept=data/toy-card/transcripts/toy-mix.txt
is 'the counts of a program' sh -c 'code/tools/mix.sh toy >said 2>err'
is 'are kept, by the names of its table' grep -q '^late-8  *12 ' $kept
is 'those of other functions by their own' grep -q '^straight  *5 ' $kept
is 'a kernel without code is named' [ "$(cat err)" = 'toy: no machine code of gone, gone<1>' ]
