#!/usr/bin/perl
# A published share agrees with the two speeds it stands for, where both are there.
use strict;
use warnings;
use File::Basename 'dirname';

chdir dirname(__FILE__) . '/..' or die;

sub cells { map { s/^"|"$//gr } $_[0] =~ /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g }

my (@rows, %library);
for my $file (sort glob 'data/published/*.csv') {
    open my $in, '<', $file or die "$file: $!";
    my @columns;
    while (<$in>) {
        next if /^#/;
        chomp;
        @columns = split(/,/), next unless @columns;
        my %row = (at => "$file:$.");
        @row{@columns} = cells($_);
        $row{group} = join ' ', @row{qw(source card m n k precision)};
        $library{$row{group}} = $row{gflops} if $row{stem} eq 'cublas';
        push @rows, \%row;
    }
}
my @faults;
for my $row (@rows) {
    my $base = $library{$row->{group}};
    next unless $base && $row->{gflops} ne '' && $row->{ratio} ne '';
    my $share = $row->{gflops} / $base;
    push @faults, "$row->{at}: $row->{ratio} is not $row->{gflops} of $base"
        if abs($share - $row->{ratio}) > 0.0006 + 0.02 * $share;
}
print "1..1\n", @faults ? 'not ' : '', "ok 1 - every share is the ratio of its speeds\n",
    map { "# $_\n" } @faults;
