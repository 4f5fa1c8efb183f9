#!/usr/bin/perl
# A product such as 128 x 256 stands on one line, in the text and in tables; and so do a number and its unit.
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

# In paragraphs: pictures and lists are set as they come.
sub parted {
    my ($html) = @_;
    my @faults;
    $html =~ s{<(pre|code|math|svg|head|figure)\b.*?</\1>}{}gs;
    for my $text ($html =~ m{<p>(.*?)</p>}gs) {
        $text =~ s{<[^>]*>}{}g;
        push @faults, $1 while $text =~ /(\d+[ \n](?:%|W|[MG]Hz|[KM]iB|[MG]B|TFLOP\/s)(?!\w|\/))/g;
    }
    return @faults;
}

is_deeply [broken('<p>a tile of 128 × 256</p>')], ['128 ×'], 'rejects blanks that break';
is_deeply [broken("<td>8\x{a0}× 8</td>")], ['× 8'], 'on either side';
is_deeply [parted('<p>100 %, 700 W or 2 <code>B</code> of 5 MB/s</p>')], ['100 %', '700 W'], 'and a unit on the next line';
for (Page::all()) {
    my ($name, $path) = @$_;
    is_deeply [broken(Page::slurp($path)), parted(Page::slurp($path))], [], $name;
}
done_testing;
