#!/usr/bin/perl
# Text of every colour can be read on every ground it stands on, light and dark: WCAG AA.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

sub luminance {
    my @c = map { hex($_) / 255 } $_[0] =~ /^#(..)(..)(..)$/ or die "$_[0]: not #rrggbb";
    my ($r, $g, $b) = map { $_ <= 0.03928 ? $_ / 12.92 : (($_ + 0.055) / 1.055)**2.4 } @c;
    return 0.2126 * $r + 0.7152 * $g + 0.0722 * $b;
}

sub contrast {
    my ($light, $dark) = sort { $b <=> $a } map { luminance($_) } @_;
    return ($light + 0.05) / ($dark + 0.05);
}

cmp_ok contrast('#999999', '#ffffff'), '<', 4.5, 'rejects light grey on white';
cmp_ok contrast('#000000', '#ffffff'), '>', 20.9, 'black on white is 21';

my $css = Page::slurp("$Page::root/book/style.css");
my %schemes = (light => qr/:root \{(.*?)\}/s, dark => qr/:root:not\(\[data-theme=light\]\) \{(.*?)\}/s,
    'dark by choice' => qr/:root\[data-theme=dark\] \{(.*?)\}/s);
for my $scheme (sort keys %schemes) {
    my ($rules) = $css =~ $schemes{$scheme} or die "no $scheme colours";
    my %c = $rules =~ /--([\w-]+): (#\w{6})/g;
    for my $ground (qw(paper wash code mark)) {
        for my $ink (qw(ink soft accent hot string builtin)) {
            cmp_ok contrast($c{$ink}, $c{$ground}), '>=', 4.5, "$scheme: $ink on $ground";
        }
    }
    for my $ink (qw(c1 c2 c3 c4)) {
        cmp_ok contrast($c{$ink}, $c{paper}), '>=', 4.5, "$scheme: $ink on paper";
    }
}
done_testing;
