#!/bin/sh
# The unit chooser: an answer is judged by the times of a record, one that does not go is named, a list of the public answers loses at
# the hidden products, and the hidden times stay with the staff.
unit=chooser variant=lasting
. "$(dirname "$0")/lib/course.sh"
plan 28
said() { awk -F '\t' -v part="$1" '$1 == part { print $4 }' "$box/points"; }
lost() { tried && said "$1" | grep -q "$2"; }
got() { awk -F '\t' -v part="$1" 'index($1, part) == 1 { n += $2 } END { print n + 0 }' "$box/points"; }
solution() { sed "$@" "$key/solution.cu"; }
# As when it is graded: with the hidden products.
graded() {
    rm -rf "$box" && mkdir "$box" && cat >"$box/x.cu"
    sh course/judge.sh "$unit" "$variant" "$box/x.cu" "$box" "$key" 77 >"$scratch/said" 2>&1
}
# A chooser that takes the way with the name that these lines of C find.
takes() {
    awk -v lines="$1" '
        /^    \(void\)s, \(void\)type, \(void\)c;$/ { print "    (void)c, (void)time_of, (void)goes;\n    const char *name = NULL;\n" lines; next }
        /^    \(void\)time_of, \(void\)own_parts/ { next }
        /^    return \{NULL, 0, NAN\};$/ {
            print "    for (const struct way &w : ways) {\n        int i = 0;\n\n        while (w.name[i] == name[i] && name[i])\n            ++i;\n        if (w.name[i] == name[i])\n            return {&w, own_parts(&w, s), 1000.0};\n    }"
        }
        { print }' "$key/starter.cu"
}
answers_of() { # FILE: as lines of a table in C
    sort -t "$(printf '\t')" -k 1,2 -k 5,5g "$1" | awk -F '\t' '!seen[$1, $2]++ { split($2, s, "x"); printf "{%d, %d, %d, %d, \\\"%s\\\"}, ", $1 == "half", s[1], s[2], s[3], $3 }'
}

# What the solution takes, and what the record says of it: by another way than regret.awk's.
tried <"$key/solution.cu"
is 'the solution gets all that can be tried' test "$(got '')" = 30
mean=$(awk -F '\t' -v verdict="$box/verdict" 'BEGIN { while ((getline line <verdict) > 0) { split(line, f, ","); way[f[1], f[2] "x" f[3] "x" f[4]] = f[7] } }
    { if (!(($1, $2) in least) || $5 < least[$1, $2]) least[$1, $2] = $5; if (way[$1, $2] == $3) took[$1, $2] = $5 }
    END { for (p in least) { ++n; product += log(took[p] / least[p]) } printf "%.4f", exp(product / n) }' "$key/public.tsv")
is "its mean regret is that of the times: $mean" test "$(awk -v m="$mean" 'NR == 1 { d = $1 - m; print (d < .001 && d > -.001) }' "$box/public.tsv")" = 1
true_to() { # PART RECORD: the times of the key are those of the record
    awk -F , 'FNR == NR { split($0, f, "\t"); want[f[3] "," f[2]] = f[5]; next } /^[#k]/ { next } ($1 "," $2 "x" $3 "x" $4) in want && $6 == 0 {
        t = 2 * $2 * $3 * $4 / $7; d = t / want[$1 "," $2 "x" $3 "x" $4]; if (d > 1.0001 || d < .9999) bad = 1; delete want[$1 "," $2 "x" $3 "x" $4] }
        END { for (w in want) bad = 1; exit bad }' "$key/$1.tsv" "$2"
}
of times | sed 's/ *| */ /' >"$scratch/times"
while read -r part record; do is "$part times are those of $record" true_to "$part" "$record"; done <"$scratch/times"
is 'no hidden product is a public one' test -z "$(cut -f 1,2 "$key/hidden.tsv" | sort -u >"$scratch/h"; cut -f 1,2 "$key/public.tsv" | sort -u | comm -12 - "$scratch/h")"
is 'each has four ways at least, of both types' test -z "$(cat "$key/public.tsv" "$key/hidden.tsv" | cut -f 1,2 | sort | uniq -c | awk '$1 < 4')" -a "$(cut -f 1 "$key/hidden.tsv" | sort -u | wc -l)" = 2
tried <"$key/starter.cu"
is 'the starter gets nothing' test "$(got '')" = 0

# Choosers without a model.
for half in $(awk -F '\t' '$1 == "half" { print $3 }' "$key/public.tsv" | sort -u); do
    for float in $(awk -F '\t' '$1 == "float" { print $3 }' "$key/public.tsv" | sort -u); do echo "$half $float"; done
done >"$scratch/pairs"
best=$(awk -F '\t' '$1 == "hidden" { print $6 }' "$key/budget.tsv")
pair=$(grep -x "${best% *} ${best#* }\|${best#* } ${best% *}" "$scratch/pairs")
takes "    name = type ? \"${pair% *}\" : \"${pair#* }\";" | graded
is "a chooser that always takes the same way ($pair) gets nearly nothing" test "$(awk -v n="$(got '')" 'BEGIN { print (n <= 8) }')" = 1
takes "    static const struct { int half, m, n, k; const char *way; } known[] = {$(answers_of "$key/public.tsv")};
    name = type ? \"${pair% *}\" : \"${pair#* }\";
    for (const auto &x : known)
        if (x.half == (type != 0) && x.m == s->m && x.n == s->n && x.k == s->k)
            name = x.way;" | graded
is 'a list of the public answers has all points there' test "$(got public)" = 15
is 'and nearly none at the hidden products' test "$(awk -v n="$(got hidden)" -v w="$(got worst)" 'BEGIN { print (n <= 4 && w <= 4) }')" = 1
solution 's/return c->launch - (early . c->early : 0)$/return 0/; s/ + (parts == 1 . 0 : adding(w, tiles, parts, high, c));/;/' | graded
less=$(got '')
graded <"$key/solution.cu"
is 'a model without launch and adding gets less than the solution' test "$(awk -v a="$less" -v b="$(got '')" 'BEGIN { print (a < b && b == 65) }')" = 1

# Answers that do not go.
export COURSE_SECONDS=4
untold() { graded && ! cut -f 4 "$box/points" | grep -q "$1"; }
secret_size=$(awk -F '\t' '$1 == "half" { print $2; exit }' "$key/hidden.tsv" | tr x ' ')
# shellcheck disable=SC2086
set -- $secret_size
is 'the size of a hidden product is not told by the name of a way' untold "m$1n$2" <<END
$(solution "s/best.way ? best.way->name : NULL/M == $1 \\&\\& N == $2 ? \"m$1n$2\" : best.way->name/")
END
is 'nor by parts, by a time or by an address' untold "$2\|$(printf %x "$2")" <<END
$(solution "s/best.parts, best.time/N == $2 ? N : best.parts, N == $2 ? -N : best.time/; s/^    take(/    if (M == $1 \\&\\& N == $2) *(volatile int *)(size_t)N = 1;\n&/")
END
is 'a way of no list' lost public 'takes .nosuch., which is none of your ways (chapter shapes' <<END
$(solution 's/best.way ? best.way->name : NULL/"nosuch"/')
END
is 'a way that the variant lacks' lost public 'takes .lasting-64x128., which is none of your ways' <<END
$(solution 's/best.way ? best.way->name : NULL/"lasting-64x128"/')
END
is 'a way of the other type' lost public 'takes .thin., which is a way for half' <<END
$(solution 's/best.way ? best.way->name : NULL/"thin"/')
END
is 'a way that is not made for so many rows' lost public 'takes .vector., which was not timed with so many rows' <<END
$(solution 's/best.way ? best.way->name : NULL/TYPE \&\& M > 64 ? "vector" : best.way->name/')
END
is 'no parts' lost public 'with 0 parts' <<END
$(solution 's/best.parts, best.time/0, best.time/')
END
is 'another number of parts' lost public 'parts; its time is that of' <<END
$(solution 's/best.parts, best.time/best.parts + 1, best.time/')
END
is 'a time that is no number' lost public 'expects nan nanoseconds' <<END
$(solution 's/best.parts, best.time/best.parts, NAN/')
END
is 'no time at all' lost public 'expects 0 nanoseconds' <<END
$(solution 's/best.parts, best.time/best.parts, 0/')
END
is 'nothing is taken' lost public 'calls take() for no way' <<END
$(solution 's/^    take(.*/    (void)best;/')
END
is 'two are taken' lost public 'calls take() 2 times' <<END
$(solution 's/^    take(.*/&\n    take("thin", 1, 1.0);/')
END
is 'a name that is null' lost public 'takes no way' <<END
$(solution 's/best.way ? best.way->name : NULL/NULL/')
END
is 'the function of the judge' lost public 'uses .judged_take' <<END
$(solution 's/^    take(/    judged_take(/')
END
is 'a loop without end' lost public 'endless' <<END
$(solution 's/^    take(/    for (volatile int i = 0; s.m == 60; ++i) { }\n&/')
END

# What students have.
sh course/staff/release.sh chooser >"$scratch/said" 2>&1 && tar -xf build/course/release/chooser.tar -C "$scratch"
is 'they have the public times' cmp -s "$scratch/tiles-course/course/units/chooser/lasting/public.tsv" "$key/public.tsv"
hidden=$(awk -F '\t' '{ print $5 }' "$key/hidden.tsv" | head -n 40)
is 'and no hidden one' test -z "$(echo "$hidden" | grep -rlFf - "$scratch/tiles-course/course" "$scratch/tiles-course/data")"
rm -f build/course/release/chooser.tar
