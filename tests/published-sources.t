#!/usr/bin/perl
# Every published figure has a card, a size or none, a precision, a unit that can be, and
# a source that the bibliography knows.
use strict;
use warnings;
use File::Basename 'dirname';

chdir dirname(__FILE__) . '/..' or die;
my ($bib) = map { local (@ARGV, $/) = $_; <> } 'book/references.bib';
my %known = map { $_ => 1 } $bib =~ /^\@\w+\{([\w-]+),/mg;
my @files = sort glob 'data/published/*.csv';

sub cells { map { s/^"|"$//gr =~ s/""/"/gr } $_[0] =~ /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g }

sub faults {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    my ($head, @faults);
    while (my $line = <$in>) {
        next if $line =~ /^#/;
        chomp $line;
        $head //= $line, next;
        my %row;
        @row{split /,/, $head} = cells($line);
        my $fault = sub { push @faults, "$file:$.: @_" };
        $fault->("no $_") for grep { ($row{$_} // '') eq '' } qw(label card precision source);
        $fault->("source $row{source} is not in book/references.bib") unless $known{$row{source}};
        $fault->("a speed of $row{gflops} GFLOP/s") if $row{gflops} ne '' && !($row{gflops} > 50 && $row{gflops} < 2e6);
        $fault->("a ratio of $row{ratio}") if $row{ratio} ne '' && !($row{ratio} > 0.001 && $row{ratio} < 1.2);
        $fault->('neither gflops nor ratio') if $row{gflops} eq '' && $row{ratio} eq '';
    }
    return @faults;
}

print '1..', scalar @files, "\n";
my $n = 0;
for my $file (@files) {
    my @faults = faults($file);
    print @faults ? 'not ' : '', 'ok ', ++$n, " - $file\n", map { "# $_\n" } @faults;
}
