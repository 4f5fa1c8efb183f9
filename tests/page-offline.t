#!/usr/bin/perl
# A page asks the network for nothing.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

for my $bad ('<script src="https://x/y.js"></script>', '<img src="//x/y.png">', '<link href="http://x/y.css">',
    '<style>@import "https://x";</style>', 'p { background: url(https://x/y) }', 'fetch("y")') {
    ok Page::remote($bad), "rejects $bad";
}
is_deeply [Page::remote('<a href="https://x">')], [], 'a link to follow is no request';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [Page::remote(Page::slurp($path))], [], $name;
}
for my $asset (qw(style.css book.js)) {
    is_deeply [Page::remote(Page::slurp("$Page::root/book/$asset"))], [], $asset;
}
done_testing;
