#!/usr/bin/perl
# A page with its drawings weighs at most 250 kB, and 60 kB as servers send it, compressed.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp;
use Page;
use IO::Compress::Gzip 'gzip';

my ($most, $most_sent) = (250_000, 60_000);
sub weight {
    my ($path) = @_;
    gzip $path => \my $sent or die $path;
    return length $sent;
}
sub heavy { return grep { -s $_->[1] > $most || weight($_->[1]) > $most_sent } @_ }

sub file_of {
    my ($bytes, $random) = @_;
    my $file = File::Temp->new;
    print $file map { $random ? chr int rand 256 : 'a' } 0 .. $bytes;
    close $file;
    return $file;
}
for ([$most, 0, 'rejects what is larger'], [$most_sent, 1, 'rejects what is heavier compressed']) {
    my $file = file_of($_->[0], $_->[1]);
    is scalar(heavy(['bad', "$file"])), 1, $_->[2];
}
for (Page::all()) {
    my ($name, $path) = @$_;
    ok !heavy($_), sprintf "%s: %d kB, %d kB compressed", $name, (-s $path) / 1000, weight($path) / 1000;
}
done_testing;
