#!/usr/bin/perl
# A caption is the first or the last thing in its figure, as HTML wants it, and a figure's data have their unit.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

sub misplaced {
    my ($html) = @_;
    my @faults;
    while ($html =~ m{<figure\b([^>]*)>(.*?)</figure>}gs) {
        my ($attributes, $body) = ($1, $2);
        next if $body =~ m{^\s*<figcaption>} || $body =~ m{</figcaption>\s*$};
        push @faults, Page::attribute($attributes, 'id') // '?';
    }
    return @faults;
}

is_deeply [misplaced('<figure id="f"><div></div><figcaption>A.</figcaption><p>B.</p></figure>')], ['f'],
    'rejects a caption with something on either side';
is_deeply [misplaced('<figure id="f"><figcaption>A.</figcaption><p>B.</p></figure>')], [], 'but not one that comes first';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [misplaced(Page::slurp($path))], [], $name;
}
my %data = map { $_ => [Page::slurp("$Page::root/build/book/$_.html") =~ m{<summary>The data of this figure([^<]*)</summary>}g] }
    qw(coalescing autotuning precision);
is_deeply $data{coalescing}, ['', ', in cycles', ', in TFLOP/s'], 'the data of a chart have its unit';
ok((grep { $_ eq ', in % of the best speed that is lost' } @{$data{autotuning}}), 'also a share');
ok((grep { $_ eq '' } @{$data{precision}}), 'but not where columns differ, or nothing is measured in units');
done_testing;
