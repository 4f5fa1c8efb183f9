# removed.awk: a tiled kernel without one of the two barriers of its loop over whole tiles, the
# first (n=1) or the second (n=2). All lines keep their numbers.
NR == 1 { printf "#line 1 \"%s\"\n", FILENAME }
/^\/\/> the whole tiles$/ { inside = 1 }
/^\/\/< the whole tiles$/ { inside = 0 }
inside && /__syncthreads\(\);/ && ++barriers == n { sub(/__syncthreads\(\);/, ""); removed = 1 }
{ print }
END { if (!removed) { print FILENAME ": it has no barrier number " n >"/dev/stderr"; exit 1 } }
