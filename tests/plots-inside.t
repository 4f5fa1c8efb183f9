#!/usr/bin/perl
# No label is set outside of the drawing, wide or narrow.
use strict;
use warnings;
use utf8;
use Cwd 'abs_path';
use File::Basename 'dirname';
use File::Temp 'tempdir';

my $root = abs_path(dirname(__FILE__) . '/..');
for my $tool (qw(pandoc gnuplot)) {
    next unless system("command -v $tool >/dev/null 2>&1");
    print "1..0 # SKIP no $tool here; `make setup` installs it\n";
    exit;
}
my $dir = tempdir(CLEANUP => 1);
chdir $dir or die;
delete $ENV{DEVICE};
system("cp -R $root/tests/fixtures/records/. . && cp -R $root/data/lens $root/data/ports data && sh $root/tests/lib/tuned.sh && sh $root/tests/lib/tensors.sh && ln -s $root/plots plots") == 0 or die;
system("pandoc --lua-filter $root/book/tables.lua </dev/null") == 0 or die;

sub faults {
    my ($svg) = @_;
    my ($wide, $high) = $svg =~ /viewBox="0 0 (\d+) (\d+)"/ or return 'no viewBox';
    my @faults;
    while ($svg =~ m{<text transform="translate\(([\d.-]+),([\d.-]+)\)([^"]*)"([^>]*)>(.*?)</text>}g) {
        my ($x, $y, $turn, $text) = ($1, $2, $3, $5);
        next if $turn =~ /rotate/;
        $text =~ s/<[^>]*>//g;
        push @faults, sprintf '"%s" is set at %d, %d of %d, %d', $text, $x, $y, $wide, $high
            if $x < 0 || $x > $wide || $y < 9 || $y > $high - 2;
    }
    return @faults;
}

my @figures = map { m|([^/]+)\.tsv$| } sort glob 'build/tables/*.tsv';
print '1..', 2 * @figures, "\n";
my $n = 0;
for my $figure (@figures) {
    for my $narrow (0, 1) {
        open my $pipe, '-|:encoding(UTF-8)', "gnuplot -e \"table='build/tables/$figure.tsv'; name='$figure'; narrow=$narrow\""
            . " plots/style.gp plots/$figure.gp | sed -f plots/clean.sed" or die;
        my @faults = faults(join '', <$pipe>);
        binmode STDOUT, ':encoding(UTF-8)';
        print @faults ? 'not ' : '', 'ok ', ++$n, " - $figure", $narrow ? ', narrow' : '', "\n",
            map { "# $_\n" } @faults;
    }
}
