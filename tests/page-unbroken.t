#!/usr/bin/perl
# A product such as 128 x 256 stands on one line, in the text and in tables.
# Needs the book.
use strict;
use warnings;
use utf8;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

sub broken {
    my ($html) = @_;
    $html =~ s{<(pre|math|svg|head)\b.*?</\1>}{}gs;
    $html =~ s{<[^>]*>}{}g;
    my @faults;
    push @faults, $1 while $html =~ /(\S*[\w)][ \n]×|×[ \n][\w(]\S*)/g;
    return @faults;
}

is_deeply [broken('<p>a tile of 128 × 256</p>')], ['128 ×'], 'rejects blanks that break';
is_deeply [broken("<td>8\x{a0}× 8</td>")], ['× 8'], 'on either side';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [broken(Page::slurp($path))], [], $name;
}
done_testing;
