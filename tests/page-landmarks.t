#!/usr/bin/perl
# Every page has its landmarks, a language, one title and headings without a gap.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

ok Page::unmarked('<html lang="en"><title>T</title><a class="skip" href="#main"></a><main><h1>A</h1><h3>B</h3></main><nav></nav><footer></footer>'),
    'rejects a gap between headings';
ok Page::unmarked('<html><body></body></html>'), 'rejects a page without landmarks';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [Page::unmarked(Page::slurp($path))], [], $name;
}
done_testing;
