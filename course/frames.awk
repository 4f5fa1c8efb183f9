# frames.awk: `objdump -dw --no-show-raw-insn` of a program that is judged, on x86-64. Each
# function that calls another begins with a frame of the usual form, which tells the lens
# where the address lies to which the function returns (hooks.c). Prints a sentence for the
# first function that has none, that jumps to where a pointer says, or that has an
# instruction for which no kernel has a use; then it exits 1.
function wrong(what) { if (said == "") said = "function `" name "` " what }

/^[0-9a-f]+ <.*>:$/ {
    name = substr($2, 2, length($2) - 3)
    framed = early = 0
    next
}
!/^ *[0-9a-f]+:\t/ { next }
{
    sub(/^ *[0-9a-f]+:\t/, "")
    sub(/ *[#<].*/, "")
}
/^push +%rbp$/ && !framed && !early { next }
/^mov +%rsp,%rbp$/ && !framed { framed = 1; next }
/^j/ { early = 1 }
!framed && /^(call|push|leave)|,%rsp$/ || /,%e?bp$|,%bpl?$/ { wrong("has no frame of the usual form") }
/^and.*,%rsp$/ { wrong("aligns local variables to more than 16 bytes") }
/^(notrack |bnd )*jmp.*\*/ || /^ret.*[0-9]/ { wrong("jumps to where a pointer says") }
/(^| )(syscall|sysenter|int[0-9 ]|into|wrpkru|xrstor|wr[fg]sbase|in |out |\(bad\))/ { wrong("has an instruction, " $1 ", for which a kernel has no use") }

END {
    if (said != "") {
        print said
        exit 1
    }
}
