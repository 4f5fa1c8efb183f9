#!/bin/sh
# A student's way: start, predict, try, submit, in what was released; then the grade.
. "$(dirname "$0")/lib/course.sh"
plan 33
sh course/staff/release.sh tiling >"$scratch/said" 2>&1 || exit
mkdir "$scratch/home" && tar -xf build/course/release/tiling.tar -C "$scratch/home" || exit
root=$PWD
cd "$scratch/home/tiles-course" || exit
is 'what is released has no program of a chapter, and nothing of the staff' test -z "$(ls code/*.cu course/staff 2>/dev/null)"
is 'a page says what to do' grep -q 'make start U=tiling ID=you' README.md
is 'no way to make a solution of the starter, and no question' test -z "$(grep -l '^\(edit\|draw\|predict\):' course/units/*/unit)"
mkdir "$scratch/bin" && printf '#!/bin/sh\n' >"$scratch/bin/make" && chmod +x "$scratch/bin/make"
is 'in a fresh folder the judge is built' env PATH="$scratch/bin:$PATH" sh -c '. course/lib.sh; build_course'
rm -rf build
# The same objects, so that they are not built again.
mkdir build && cp -Rp "$root/build/lens" build/lens 2>/dev/null
make start U=tiling >"$heard" 2>&1
is 'start wants to know who it is' grep -q '^who are you?' "$heard"
is 'start writes' quiet make -s start U=tiling ID="$id"
is 'a program with the tile of this student' grep -q 'run_tiled<16>, 16, 16, 16' work/tiling/tiling.cu
echo '// mine' >>work/tiling/tiling.cu
make -s start U=tiling ID="$id" >"$heard" 2>&1
is 'start never writes over it' grep -qx '// mine' work/tiling/tiling.cu
make -s try U=tiling >"$heard" 2>&1
is 'no try before the prediction' grep -q '^predict before you run' "$heard"
make -s predict U=tiling >"$heard" 2>&1
is 'a sheet is wanted' grep -q '^your sheet of questions belongs into work/tiling/predict.txt' "$heard"
(cd "$root" && sh course/staff/sheet.sh tiling "$id") >work/tiling/predict.txt
make -s predict U=tiling >"$heard" 2>&1
is 'and it must be answered' grep -q "'sectors' has no answer yet" "$heard"
mkdir "$scratch/came" && (cd "$root" && filled) >"$scratch/came/anna.txt"
cp "$scratch/came/anna.txt" work/tiling/predict.txt
is 'a complete sheet is one' quiet make -s predict U=tiling
(cd "$root" && sh course/staff/receive.sh "$scratch/came") >"$heard" 2>&1
is 'the staff take it, and give a receipt' grep -q '^anna.txt: tiling, .*: came 20' "$heard"
cp "$root/build/course/receipts/tiling-$id.txt" work/tiling/receipt.txt
make -s try U=tiling >"$heard" 2>&1
is 'the starter is not right' grep -q '^ *tiled at 1x1x1.*should be .*(chapter naive' "$heard"
sed '/As\[y\]\[k\]/!b
n
s/__syncthreads();/;/' "$root/$key/solution.cu" >work/tiling/tiling.cu
make -s try U=tiling >"$heard" 2>&1
is 'a barrier missing: the line and the section' grep -q 'race: .*tiling.cu:[1-9].*(chapter tiling, “The kernel”)' "$heard"
cp "$root/$key/solution.cu" work/tiling/tiling.cu
make -s try U=tiling >"$heard" 2>&1
is 'the solution gets all that try gives' grep -q '  45 of 45, before' "$heard"
make -s submit U=tiling >"$heard" 2>&1
cp "work/tiling-$id.tar" "$scratch/first.tar"
touch work/tiling/*
make -s submit U=tiling >"$heard" 2>&1
is 'the same files make the same tar' cmp -s "work/tiling-$id.tar" "$scratch/first.tar"
cd "$root" || exit
rm -rf "build/course/graded/tiling/$id"
(trap '' XFSZ; ulimit -f 60; grade first)
is 'on a full disk nothing is judged' sh -c 'grep -q "nothing was judged$" "$1" && [ ! -e "$2" ]' - "$scratch/said" "build/course/graded/tiling/$id"
grade first
is 'it gets all but the reason' test "$(points all)" = 90
results=build/course/graded/tiling/$id/results.json
is 'results.json is what Gradescope takes' perl -MJSON::PP -e '
    local $/; my $r = decode_json(<STDIN>); my $n = 0;
    die unless defined $r->{score} && @{$r->{tests}};
    for (@{$r->{tests}}) { die unless defined $_->{name} && defined $_->{max_score} && $_->{score} <= $_->{max_score}; $n += $_->{score} }
    die unless abs($n - $r->{score}) < .01' <"$results"
grade first
is 'what has been graded is not graded again' grep -q 'graded before: 90 of 100' "$scratch/said"
make -s scores >"$heard" 2>&1
is 'and stands in the table' grep -q "^$id,,,$id,.*,90" build/course/scores.csv

# What a point is lost for.
hand_in tried <"$key/solution.cu"
echo '// one more' >>"$scratch/in/tiling.cu"
tar -cf "$scratch/tried.tar" -C "$scratch/in" id log.txt receipt.txt tiling.cu
grade tried
is 'a program that was not tried: half of the log' test "$(points log)" = 5
sed -i '2s/ 0$/ 50/' "$scratch/in/log.txt"
tar -cf "$scratch/tried.tar" -C "$scratch/in" id log.txt receipt.txt tiling.cu
grade tried
is 'a log with a line changed' grep -q '^log, 0 of 10: a line of the log does not follow' "$scratch/said"

# Counts: B's tile from global memory in every step of the loop, but right.
sed 's/acc += As\[y\]\[k\] \* Bs\[k\]\[x\];/acc += As[y][k] * (row < M \&\& col < N ? B[(size_t)(k0_ + k) * N + col] : 0);/' "$key/solution.cu" |
    awk '/if \(remainder > 0\) \{/ { print; print "        const unsigned k0_ = 0;"; next }
         /for \(unsigned k0 = remainder/ { print; print "        const unsigned k0_ = k0;"; next } { print }' >"$scratch/greedy.cu"
hand_in greedy <"$scratch/greedy.cu"
grade greedy
is 'right, but over the budget: the products count' test "$(points public)" = '' -a "$(points hidden)" = ''
is 'sectors are lost, not all of them' awk -v n="$(points 'counts: global load sectors at 96x96x96')" 'BEGIN { exit !(n > 0 && n < 12) }'
is 'and the line and the section are told' grep -q '^counts: global load sectors at 96x96x96, .*line [1-9][0-9]* (B) makes [0-9]* of them (chapter coalescing, “Be the warp”)' "$scratch/said"

# Right at the sizes that everybody knows, and only there.
sed 's/^    if (row < M \&\& col < N)$/    if (M > 17 \&\& M != 31 \&\& M != 32 \&\& M != 33 \&\& M < 60 \&\& N > 1) acc += 1;\n&/' "$key/solution.cu" >"$scratch/sly.cu"
hand_in sly <"$scratch/sly.cu"
grade sly
is 'right at the known sizes' test -z "$(points public)"
is 'wrong at hidden sizes: so it says' grep -q '^hidden, [0-9.]* of 20: [1-5] of 5 hidden sizes: ' "$scratch/said"

# A folder, with what is no submission among them.
rm -rf "build/course/graded/$unit/$id" "build/course/graded/$unit/$id"@* && mkdir "$scratch/subs" && cp "$scratch/first.tar" "$scratch/subs" && echo no tar >"$scratch/subs/other.tar"
sh course/staff/grade.sh "$scratch/subs" >"$heard" 2>&1
is 'a folder is graded, and what is no submission refused by name' test "$(sort "$heard" | cut -d , -f 1)" = "first.tar: tiling
other.tar: refused: this is no tar file"
sh course/staff/grade.sh "$scratch/subs" >"$heard" 2>&1
is 'again: it goes on where it was' grep -q '^first.tar: graded before: 90 of 100' "$heard"

COURSE_SLIP=code/tiling.cu sh course/staff/release.sh tiling >"$heard" 2>&1
is 'six lines of a solution do not travel' grep -q '^not released: six lines .*course/tiling.cu' "$heard"
is 'and the release is that of before' quiet tar -tf build/course/release/tiling.tar
rm -rf "build/course/graded/$unit/$id" "build/course/graded/$unit/$id"@*
