#!/usr/bin/perl
# Every figure has a caption, and every drawing words for those who cannot see it.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

is_deeply [Page::mute('<figure id="f"><svg></svg><figcaption>Long enough.</figcaption></figure>')],
    ['f has no text for its drawing'], 'rejects a drawing without words';
is_deeply [Page::mute('<figure id="f"><div role="img" aria-label="a b c"><svg/></div></figure>')],
    ['f has no caption'], 'rejects a figure without caption';
ok Page::mute('<svg></svg>'), 'rejects a drawing outside of a figure';
ok Page::mute('<img src="a.png">'), 'rejects an image without alt';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [Page::mute(Page::slurp($path))], [], $name;
}
done_testing;
