#!/bin/sh
# A program does what it is told, or says in one line what it was not and exits 2.
. "$(dirname "$0")/lib/unit.sh"

answers() { # TEXT WORD…: prints the text on stdout, nothing on stderr, and exits 0
    text=$1
    shift
    "$scratch/unit" "$@" >"$scratch/out" 2>"$scratch/said" &&
        [ "$(cat "$scratch/out")" = "$text" ] && [ ! -s "$scratch/said" ]
}

refuses() { # TEXT WORD…: one line on stderr has the text; nothing on stdout; exits 2
    text=$1
    shift
    "$scratch/unit" "$@" >"$scratch/out" 2>"$scratch/said"
    [ $? = 2 ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/said")" -eq 1 ] &&
        grep -qF -e "$text" "$scratch/said"
}

helps() { "$scratch/unit" --help | grep -c '^  words [a-z-]* *[][a-zA-Z-]' | grep -qx 5; }
complains() { "$scratch/unit" count-on 2>"$scratch/said"; [ $? = 1 ] && grep -qx 'words: where from?' "$scratch/said"; }

build words main none plan options size complain || exit 1
plan 16
is 'list names the kernels' answers 'first-one
second
third' list
is 'describe tells functions as the machine code calls them, tiles and flags' answers 'first-one first_one 1 1 1 0
second tiled<32,1> 1 2 3 SWEEP|NEEDS_90
third tiled<16,0,-1> 1 1 1 PATTERN' describe
is 'verify takes them all' answers 'first-one
second
third' verify
is 'or the one that is asked for' answers second verify --kernel second
is 'a word of the backend' answers la sing
is 'a word of the program, with its numbers' answers '3 7' count-on --seed 3 --count 4
is 'and what that complains of' complains
is '--help exits 0 and lists the words' helps
is 'an unknown word' refuses "unknown command 'dance'" dance
is 'no word' refuses 'say what to do'
is 'an unknown kernel' refuses "no kernel 'fourth'; \`list\` names them" verify --kernel fourth
is 'a bad size' refuses "bad size '3x4'" verify --size 3x4
is 'an unknown option' refuses "unknown option '--loud'" sing --loud
is 'an option without its value' refuses '--size wants a value' verify --size
is 'each refusal leads to --help' refuses '--help` lists' dance
is 'a list that the disk cannot take' sh -c '"$1" list >/dev/full 2>"$2"; [ $? = 2 ] && grep -q "cannot write to standard output: No space" "$2"' - "$scratch/unit" "$scratch/said"
