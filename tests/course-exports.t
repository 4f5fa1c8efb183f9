#!/bin/sh
# What goes to Gradescope and to Canvas is what they take: results.json by the keys and types
# that Gradescope documents, the table by a reader of CSV of its own, with names that hold
# commas and quotes.
. "$(dirname "$0")/lib/course.sh"
command -v perl >/dev/null || { echo '1..0 # SKIP no perl here'; exit 0; }
plan 31

# A program whose sentence holds what JSON has to escape.
sed 's/^    float acc = 0.0f;/    float acc = "\\\\\\""[0];/' "$key/solution.cu" >"$scratch/x.cu"
hand_in exports <"$scratch/x.cu"
grade exports
to=build/course/graded/$unit/$id
json() { # FILE: what Gradescope's documentation allows, and sums that agree
    perl -MJSON::PP -MB -e '
        local $/; my $r = JSON::PP->new->utf8->decode(<STDIN>);
        my %top = map { $_ => 1 } qw(score execution_time output output_format test_output_format test_name_format visibility stdout_visibility extra_data tests leaderboard);
        my %test = map { $_ => 1 } qw(score max_score status name name_format number output output_format tags visibility extra_data);
        my %seen = map { $_ => 1 } qw(hidden after_due_date after_published visible);
        sub number { my $f = B::svref_2object(\$_[0])->FLAGS; $f & (B::SVf_IOK | B::SVf_NOK) && !($f & B::SVf_POK) }
        ref $r eq "HASH" or die "no object\n";
        $top{$_} or die "key $_\n" for keys %$r;
        number($r->{score}) or die "score\n";
        ref $r->{tests} eq "ARRAY" && @{$r->{tests}} or die "tests\n";
        my $sum = 0;
        for my $t (@{$r->{tests}}) {
            $test{$_} or die "key $_ of a test\n" for keys %$t;
            number($t->{$_}) or die "$_ of $t->{name}\n" for qw(score max_score);
            !ref $t->{$_} && !number($t->{$_}) or die "$_\n" for qw(name output);
            $seen{$t->{visibility}} or die "visibility\n";
            $t->{score} >= 0 && $t->{score} <= $t->{max_score} or die "points of $t->{name}\n";
            $sum += $t->{score};
        }
        abs($sum - $r->{score}) < 0.01 or die "the sum is $sum\n"' <"$1" 2>"$scratch/said"
}
is 'results.json is what Gradescope takes' json "$to/results.json"
sed 's/"visible"/"seen"/' "$to/results.json" >"$scratch/broken.json"
isnt 'another word for visible is not' json "$scratch/broken.json"
sed '0,/"score": \([0-9.]*\)/s//"score": "\1"/' "$to/results.json" >"$scratch/broken.json"
isnt 'nor points in quotes' json "$scratch/broken.json"

# A table as Canvas gives it.
{
    printf '\357\273\277Student,ID,SIS User ID,SIS Login ID,Section,Final\r\n'
    printf '    Points Possible,,,,,100\r\n'
    printf '"O""Hara, Anna ""Bit""",17,s-17,%s,"Tuesday, late",\r\n' "$id"
    printf '"Nobody, Nil",18,s-18,nil,Tuesday,\r\n'
} >"$scratch/roster.csv"
make -s scores ROSTER="$scratch/roster.csv" >"$heard" 2>&1
cell() { # ROW COLUMN, from 1
    perl -e 'my ($row, $column) = @ARGV; my @line = <STDIN>; my ($s, @f) = $line[$row - 1]; chomp $s;
        while ($s =~ s/^(?:"((?:[^"]|"")*)"|([^",]*))(,|$)//) { my ($quoted, $plain, $more) = ($1, $2, $3); push @f, defined $quoted ? $quoted =~ s{""}{"}gr : $plain; last if $more eq "" }
        print $f[$column - 1]' "$1" "$2" <build/course/scores.csv
}
is 'a name with a comma and quotes comes back whole' test "$(cell 3 1)" = 'O"Hara, Anna "Bit"'
is 'so does a section' test "$(cell 3 5)" = 'Tuesday, late'
is 'the login is in its column' test "$(cell 3 4)" = "$id"
is 'who handed in nothing has a line' test "$(cell 4 1)" = 'Nobody, Nil'
columns=$(head -n 1 build/course/scores.csv | awk -F , '{ print NF }')
at=$(head -n 1 build/course/scores.csv | tr , '\n' | grep -nx "$(of title)" | cut -d : -f 1)
is 'the points are under the unit' test "$(cell 3 "$at")" = "$(cut -d , -f 2 "$to/row.csv")"
make -s scores ROSTER="$scratch/roster.csv" FORMAT=moodle >"$heard" 2>&1
moodle=build/course/scores-moodle.csv
is 'Moodle gets a login and the units' test "$(head -n 1 $moodle)" = "username$(head -n 1 build/course/scores.csv | cut -d , -f 6- | sed 's/^/,/')"
is 'a line for each student, and none for points possible' test "$(cut -d , -f 1 $moodle | grep -cx "$id\|nil")" = 2 -a -z "$(grep Possible $moodle)"
# Another test may have graded another unit meanwhile, so its column is looked for again.
at=$(head -n 1 $moodle | tr , '\n' | grep -nx "$(of title)" | cut -d : -f 1)
is 'with the points' test "$(grep "^$id," $moodle | cut -d , -f "$at")" = "$(cut -d , -f 2 "$to/row.csv")"
isnt 'another table is not made' make -s scores FORMAT=excel
is 'a roster that is not there is told' sh -c '! make -s scores ROSTER=nowhere.csv 2>&1 | grep -q students'

# Gradescope: a folder with what was handed in, a folder for what was found, and what it says of both.
mkdir "$scratch/submission" "$scratch/results"
metadata() { # TITLE MAIL [PREVIOUS]
    printf '{"id": 7, "created_at": "2026-01-05T14:22:32.365935-07:00", "assignment": {"due_date": null, "title": "%s"}, "users": [{"email": "%s", "id": 3, "name": "A"}], "previous_submissions": [%s]}\n' "$@" >"$scratch/metadata.json"
}
run() { sh course/staff/gradescope.sh run "$scratch/submission" "$scratch/results" "$scratch/metadata.json"; }
output() { perl -MJSON::PP -e 'local $/; print JSON::PP->new->decode(<STDIN>)->{output}' <"$scratch/results/results.json" >"$scratch/said"; }
echo uni.edu >"$COURSE_STAFF/domain"
metadata "Unit 2: Tiling" "$id@uni.edu"
cp "$scratch/exports.tar" "$scratch/submission"
run
is 'the autograder leaves what was found' cmp "$scratch/results/results.json" "$to/results.json"
echo "no \"tar\"" >"$scratch/submission/exports.tar"
run
output
is 'and says why, where there is nothing to grade' grep -q 'this is no tar file' "$scratch/said"
rm "$scratch/submission/exports.tar" && : >"$scratch/submission/predict.txt"
metadata 'Prediction of tiling' "$id@uni.edu" ''
run
output
is 'an empty prediction gets the sheet' grep -q "^code: $(code_of "$id")" "$scratch/said"
filled >"$scratch/submission/predict.txt"
run
output
is 'an answered one gets a receipt' is_receipt "$(tail -n 1 "$scratch/said")" "$id"
is 'of the time that Gradescope says' grep -q "^$unit $id 2026-01-05T21:22:32Z " "$scratch/said"
cp "$scratch/said" "$scratch/first"
sed 's/^sectors: .*/sectors: 7/' "$scratch/submission/predict.txt" >"$scratch/x" && cp "$scratch/x" "$scratch/submission/predict.txt"
metadata 'Prediction of tiling' "$id@uni.edu" "$(printf '{"submission_time": "2026-01-05T14:22:32-07:00", "score": 0, "results": %s}' "$(cat "$scratch/results/results.json")")"
run
output
is 'a second one gets the receipt of the first' cmp "$scratch/said" "$scratch/first"
rm -rf "$to"

# A folder of “Download Submissions”: submission_metadata.yml beside a folder for each. What a name or an output has in it is no key.
export=$scratch/assignment_7_export
mkdir -p "$export/submission_1" "$export/submission_2" "$export/submission_3"
metadata_yml() { # MAIL, of the first
    cat <<YML
---
submission_1:
  :submitters:
  - :name: 'Anna: "Bit"'
    :sid: '17'
    :email: $1
  :created_at: 2026-01-05 14:22:32.365935000 -07:00
  :score: 90.0
  :results:
    :output: |-
      :created_at: 2020-01-01 00:00:00 Z
      submission_1:
        :submitters:
        - :email: eve@uni.edu
  :history:
  - :id: 6
    :created_at: 2026-01-04 10:00:00.000000000 Z
submission_2:
  :submitters:
  - :name: |-
      Eve
      :email: $id@uni.edu
    :email: eve@uni.edu
  :created_at: 2026-01-06 10:00:00.000000000 Z
submission_3:
  :submitters:
  - :name: Ben
    :email: ben@uni.edu
  - :name: Cara
    :email: cara@uni.edu
  :created_at: 2026-01-06 10:00:00.000000000 Z
YML
}
metadata_yml "$id@uni.edu" >"$export/submission_metadata.yml"
hand_in tiling <"$key/solution.cu"
printf 'A tile saves sectors, and no requests.\r\n\033[2J\n' >"$scratch/in/reason.txt"
(cd "$scratch/in" && tar -cf "$export/submission_1/tiling.tar" --format=ustar *)
cp "$scratch/tiling.tar" "$export/submission_2/tiling.tar"
sh course/staff/receive.sh "$export" >"$scratch/said" 2>&1
isnt 'not all of it is taken' test $? = 0
is 'a program of a folder of Gradescope came when Gradescope says' grep -q '^tiling.tar: came 2026-01-05T21:22:32Z' "$scratch/said"
is 'who hands in together is refused' grep -q '^submission_3: refused: the account has no address' "$scratch/said"
sh course/staff/grade.sh "$export" >"$scratch/said" 2>&1
is 'it is graded' grep -q "^tiling.tar: $unit, $id: 90 of 100" "$scratch/said"
is 'for whom Gradescope says' grep -q "^tiling.tar: refused: it is the work of $id, and eve hands it in" "$scratch/said"
is 'as of then' test "$(cat "$to/when")" = 2026-01-05T14:22:32-07:00
is 'the reason is put before the staff, as plain letters' test "$(cat "$to/reason.txt")" = "$(printf 'A tile saves sectors, and no requests.\n\n[2J')"
is 'and its points are still to come' grep -q '^reason, 0 of 10: the reason has 8 words, and is still to be marked' "$to/report.txt"
sh course/staff/reasons.sh $unit >"$scratch/said" 2>&1
is 'all reasons stand in one file' grep -qx '> A tile saves sectors, and no requests.' build/course/reasons-$unit.txt
rm -rf "$to" "$export/submission_2" "$export/submission_3" && mkdir "$export/submission_2"
rm "$export/submission_1/tiling.tar" && cp "$scratch/in"/* "$export/submission_1"
sh course/staff/grade.sh "$export" >"$scratch/said" 2>&1
is 'files that Gradescope took out of the tar are graded too' grep -q "^submission_1.tar: $unit, $id: 90 of 100" "$scratch/said"
metadata_yml "$(printf '%s@uni.edu\n  :created_at: 2020-01-01 00:00:00.000000000 Z' "$id")" >"$export/submission_metadata.yml"
sh course/staff/grade.sh "$export" >"$scratch/said" 2>&1
is 'a submission with two times is refused' grep -q '^submission_1: refused: the account has no address' "$scratch/said"
rm -rf "$to" build/course/reasons-$unit.txt

if command -v zip >/dev/null; then
    sh course/staff/gradescope.sh >"$scratch/said" 2>&1
    is 'the zip has no bank of questions' test "$(unzip -l build/course/gradescope.zip | grep -c 'units/tiling/unit$\|/questions$\|staff/quiz')" = 1
else
    is 'the zip has no bank of questions # SKIP no zip here' true
fi
