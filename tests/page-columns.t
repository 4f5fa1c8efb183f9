#!/usr/bin/perl
# The data of a figure have no column that is empty in every row, and each column of a table has a title.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

sub empty {
    my ($html) = @_;
    my @faults;
    while ($html =~ m{<details class="data">(.*?)</details>}gs) {
        my ($head, @rows) = map { [m{<t[hd]\b[^>]*>(.*?)</t[hd]>}gs] } $1 =~ m{<tr>(.*?)</tr>}gs;
        for my $i (0 .. $#{$head // []}) {
            push @faults, $head->[$i] unless grep { length($_->[$i] // '') } @rows;
        }
    }
    return @faults;
}

# The rows of titles in which one is empty: who listens to a table hears nothing there.
sub untitled {
    my ($html) = @_;
    return grep { m{<th\b[^>]*>\s*</th>} } $html =~ m{<thead>(.*?)</thead>}gs;
}

my $table = '<details class="data"><table><tr><th scope="col">A</th><th scope="col">B</th></tr><tr><th scope="row">1</th><td></td></tr>%s</table></details>';
is_deeply [empty(sprintf $table, '')], ['B'], 'rejects an empty column';
is_deeply [empty(sprintf $table, '<tr><th scope="row"></th><td>2</td></tr>')], [], 'but not one with a number';
is scalar untitled('<thead><tr><th scope="col">A</th><th scope="col"> </th></tr></thead>'), 1, 'rejects an empty title';
is scalar untitled('<thead><tr><th>A</th></tr></thead><tr><th></th></tr>'), 0, 'but not the corner of a row';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [empty(Page::slurp($path))], [], $name;
    is_deeply [untitled(Page::slurp($path))], [], "$name: titles";
}
done_testing;
