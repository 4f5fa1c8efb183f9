#!/bin/sh
# What goes to Gradescope and to Canvas is what they take: results.json by the keys and types
# that Gradescope documents, the table by a reader of CSV of its own, with names that hold
# commas and quotes.
. "$(dirname "$0")/lib/course.sh"
command -v perl >/dev/null || { echo '1..0 # SKIP no perl here'; exit 0; }
plan 19

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
is 'with the points' test "$(grep "^$id," $moodle | cut -d , -f "$((at - 4))")" = "$(cut -d , -f 2 "$to/row.csv")"
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
