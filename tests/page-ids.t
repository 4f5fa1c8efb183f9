#!/usr/bin/perl
# No identifier stands twice on a page.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

is_deeply [Page::twice('<p id="a"><b id="a">')], ['id a is there 2 times'], 'rejects an id that is there twice';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [Page::twice(Page::slurp($path))], [], $name;
}
done_testing;
