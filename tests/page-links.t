#!/usr/bin/perl
# No link and no fragment leads nowhere, on a page and from page to page.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp;
use Page;

my $dir = File::Temp::tempdir(CLEANUP => 1);
open my $page, '>', "$dir/a.html" or die;
print $page '<p id="x"><a href="#y">1</a><a href="b.html">2</a><a href="a.html#x">3</a><script src="no.js"></script>';
close $page;
is_deeply [Page::dangling($dir)], ['a.html: #y', 'a.html: b.html', 'a.html: no.js'], 'rejects links that lead nowhere';
for (Page::books()) {
    my ($name, $folder) = @$_;
    is_deeply [Page::dangling($folder)], [], $name;
}
done_testing;
