#!/usr/bin/perl
# The number in a cell of a heat map can be read, however dark the cell: WCAG AA against
# the cell's paint laid over the page, light and dark.
use strict;
use warnings;
use Test::More;
use FindBin;
use File::Temp 'tempdir';
use lib "$FindBin::Bin/lib";
use Page;

for my $tool (qw(pandoc gnuplot)) {
    plan skip_all => "no $tool here; `make setup` installs it" if system("command -v $tool >/dev/null 2>&1");
}

sub channels { return map { hex } $_[0] =~ /^#(..)(..)(..)$/ }

sub luminance {
    my @c = map { $_ /= 255; $_ <= 0.03928 ? $_ / 12.92 : (($_ + 0.055) / 1.055)**2.4 } @_;
    return 0.2126 * $c[0] + 0.7152 * $c[1] + 0.0722 * $c[2];
}

sub contrast {
    my ($light, $dark) = sort { $b <=> $a } map { luminance(@$_) } @_;
    return ($light + 0.05) / ($dark + 0.05);
}

# One colour over another.
sub laid {
    my ($paint, $opacity, $paper) = @_;
    my @over = channels($paint);
    return [map { $opacity * shift(@over) + (1 - $opacity) * $_ } channels($paper)];
}

cmp_ok contrast([channels('#e4e2dc')], laid('#62b2e4', 0.8, '#14161a')), '<', 4.5, 'rejects dense paint in the dark';

my $css = Page::slurp("$Page::root/book/style.css");
my %schemes = (light => qr/:root \{(.*?)\}/s, dark => qr/:root\[data-theme=dark\] \{(.*?)\}/s);
my %colours;
for my $scheme (keys %schemes) {
    my ($rules) = $css =~ $schemes{$scheme} or die "no $scheme colours";
    $colours{$scheme} = {$rules =~ /--([\w-]+): (#\w{6})/g};
}

my $dir = tempdir(CLEANUP => 1);
chdir $dir or die;
delete $ENV{DEVICE};
system("cp -R $Page::root/tests/fixtures/records/. . && sh $Page::root/tests/lib/tuned.sh && sh $Page::root/tests/lib/tensors.sh && mkdir plots"
    . " && cp \$(grep -l \"load 'plots.heat\" $Page::root/plots/*.gp) $Page::root/plots/style.gp $Page::root/plots/*.inc"
    . " $Page::root/plots/clean.sed plots && pandoc --lua-filter $Page::root/book/tables.lua </dev/null") == 0 or die;
my @figures = map { m|([^/]+)\.tsv$| } glob 'build/tables/*.tsv';
cmp_ok scalar(@figures), '>', 1, 'there are heat maps';
for my $figure (@figures) {
    my $svg = `gnuplot -e "table='build/tables/$figure.tsv'; name='$figure'; narrow=1" plots/style.gp plots/$figure.gp | sed -f plots/clean.sed`;
    my @cells = $svg =~ /fill='var\(--(c\d),[^']*' fill-opacity='([.\d]+)'/g;
    my ($most, %paints) = (0);
    while (my ($paint, $opacity) = splice @cells, 0, 2) {
        $paints{$paint}++;
        $most = $opacity if $opacity > $most;
    }
    is scalar(keys %paints), 1, "$figure is of one colour";
    my ($paint) = keys %paints;
    for my $scheme (sort keys %schemes) {
        my $c = $colours{$scheme};
        cmp_ok contrast([channels($c->{ink})], laid($c->{$paint}, $most, $c->{paper})), '>=', 4.5,
            "$figure: ink on the darkest cell, $scheme";
    }
}
done_testing;
