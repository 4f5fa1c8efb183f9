#!/usr/bin/perl
# A page with its drawings weighs at most 150 kB.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;

my $most = 150_000;
sub heavy { return grep { -s $_->[1] > $most } @_ }
my $file = File::Temp->new;
print $file 'x' x ($most + 1);
close $file;
is scalar(heavy(['bad', "$file"])), 1, 'rejects one byte more';
for (Page::all()) {
    my ($name, $path) = @$_;
    ok !heavy($_), sprintf '%s: %d kB', $name, (-s $path) / 1000;
}
done_testing;
