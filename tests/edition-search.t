#!/usr/bin/perl
# What a search loads, the whole book's passages and the library, weighs less than 12 kB for each of its 22 chapters
# as servers send it, and the library is the one that was published.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use Page;
use Digest::SHA 'sha256_hex';
use IO::Compress::Gzip 'gzip';

my $most = 22 * 12_000;
for (Page::books()) {
    my ($name, $folder) = @$_;
    my $sum = 0;
    for my $file (qw(search.js minisearch.js search-data.js)) {
        gzip "$folder/$file" => \my $sent or die "$folder/$file";
        $sum += length $sent;
    }
    cmp_ok $sum, '<', $most, sprintf '%s: %d kB', $name, $sum / 1000;
    my $library = Page::slurp("$folder/minisearch.js");
    like $library, qr{^/\*\nCopyright.*Luca Ongaro.*Permission is hereby granted}s, "$name: the library has its licence with it";
    unlike $library, qr{^\s*/\*\*}m, 'and no comments';
    my @late = grep { -s && Page::slurp($_) =~ /<script[^>]*src="(?:minisearch|search-data)/ } glob "$folder/*.html";
    is_deeply \@late, [], "$name: no page loads it before it is asked to";
}
open my $file, '<', "$Page::root/book/edition/minisearch.js" or die;
my ($version, $hash) = Page::slurp("$Page::root/book/edition/edition.mk") =~ /minisearch ([\d.]+), sha256 (\w+)/;
is sha256_hex(do { local $/; <$file> }), $hash, "minisearch $version is as published";
like Page::slurp("$Page::root/book/edition/minisearch.LICENSE"), qr/Copyright.*Luca Ongaro/, 'its licence is with it';
done_testing;
