#!/bin/sh
# Kernels that are templates are built, counted and checked like plain ones.
. "$(dirname "$0")/lib/lens.sh"
lens tests/templates
templates=build/lens/tests/templates

right() { $templates verify --kernel "$1" >"$scratch/said" 2>&1; }
text() { # LINE: what it says, less its comment and its templates' names
    sed -n "$1p" tests/lens/templates.cu | sed 's/^ *//; s| *//.*||'
}
counts() { # KERNEL: its rows, each with the text of its line for the number
    $templates count --kernel "$1" --out - | grep '^[^#k]' |
        while IFS=, read -r _ m n k line rest; do
            [ "$line" = total ] || line=$(text "$line")
            echo "$m $n $k $rest $line"
        done | sort
}
line() { # TEXT: the number of the first line that has it
    grep -nF "$1" tests/lens/templates.cu | head -n 1 | cut -d: -f1
}
same() { # KERNEL KERNEL
    counts "$1" >"$scratch/$1"
    counts "$2" >"$scratch/$2"
    [ -s "$scratch/$1" ] && diff "$scratch/$1" "$scratch/$2" >&2
}
totals() { # KERNEL: its rows for all lines
    $templates count --kernel "$1" --out - | grep ',total,' | cut -d, -f5-
}
booked() { # KERNEL TEXT SPACE OP ARRAY: such an access belongs to the line with the text
    $templates count --kernel "$1" --out - | grep -q "^$1,128,128,128,$(line "$2"),$3,$4,$5,"
}
stopped() { # KERNEL CODE TEXT: the exit code, and what stderr says
    $templates count --kernel "$1" --out "$scratch/$1.csv" 2>"$scratch/said"
    [ $? = "$2" ] && grep -qF "templates: $3" "$scratch/said" && return
    sed 's/^/# /' "$scratch/said"
    return 1
}
at() { echo "tests/lens/templates.cu:$(line "$1")"; }

plan 17
for kernel in plain tiled staged dynamic fragments; do
    is "$kernel is right" right $kernel
done
is 'a template counts what the plain kernel counts, line by line' same plain tiled
is 'so does one that calls templates of a header' [ "$(totals plain)" = "$(totals staged)" ]
is 'and one of a type, with dynamic shared memory' [ "$(totals plain)" = "$(totals dynamic)" ]
is "the header's loads belong to the line that calls" booked staged 'bring<T>(Bs' global load B
is 'its stores too' booked staged 'bring<T>(As' shared store As
is 'the array of a type has a line of its own' \
    booked fragments 'load_matrix_sync(a' shared load As
is 'the first barrier is missed' stopped no_first_barrier 1 \
    "race: $(at '// adds'): tiled<16,16,false,true>, block (0,0,0), thread (15,0,0) loads As[0], which thread (0,0,0) stores at line $(line '// puts') "
is 'and the second' stopped no_second_barrier 1 \
    "race: $(at '// puts'): tiled<16,16,true,false>, block (0,0,0), thread (0,0,0) stores As[0], which thread (15,0,0) loads at line $(line '// adds') "
is 'the neighbour of an array is not its end' stopped past_the_end 1 \
    "out of bounds: $(at '// past'): past_the_end<8>, block (0,0,0), thread (8,0,0) stores s[8], outside s (32 bytes)"
is 'a variable of the device is followed too' stopped escapes 1 \
    "race: $(at 'hidden[31'): escapes<3>, block (0,0,0), thread (0,0,0) loads hidden[31], which thread (31,0,0) stores"
is 'a function of a header that is called, not inlined, is refused' stopped calls_header 2 ''
is 'by its place, with what to do' grep -q \
    'tests/lens/staged.h:[0-9]* makes .*: give its function __forceinline__' "$scratch/said"
