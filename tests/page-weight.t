#!/usr/bin/perl
# A page with its drawings weighs at most 45 kB as servers send it, compressed.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp;
use Page;
use IO::Compress::Gzip 'gzip';

my $most = 45_000;
sub weight {
    my ($path) = @_;
    gzip $path => \my $sent or die $path;
    return length $sent;
}
sub heavy { return grep { weight($_->[1]) > $most } @_ }
my $file = File::Temp->new;
print $file map { chr int rand 256 } 0 .. $most;
close $file;
is scalar(heavy(['bad', "$file"])), 1, 'rejects what is heavier';
for (Page::all()) {
    my ($name, $path) = @$_;
    ok !heavy($_), sprintf '%s: %d kB', $name, weight($path) / 1000;
}
done_testing;
