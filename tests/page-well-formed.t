#!/usr/bin/perl
# Every page is well-formed to a strict parser, and nothing in it would be re-nested by a
# browser. Needs xmllint (Debian: libxml2-utils), which `make setup` installs.
# Needs the book.
use strict;
use warnings;
use Test::More;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Temp;
use Page;

plan skip_all => 'no xmllint here; `make setup` installs it' if system('command -v xmllint >/dev/null 2>&1');

sub parses { return system("xmllint --noout --nonet '$_[0]' 2>/dev/null") == 0 }

my $bad = File::Temp->new(SUFFIX => '.html');
print $bad '<html><p>never closed</html>';
close $bad;
ok !parses("$bad"), 'rejects an element that is never closed';
is_deeply [Page::misnested('<p><b>a</b><div>b</div></p>')], ['<div> stands in <p>'], 'rejects a block in a paragraph';

my @pages = Page::all();
for (@pages) {
    my ($name, $path) = @$_;
    ok parses($path), "$name parses";
    is_deeply [Page::misnested(Page::slurp($path))], [], "$name is nested as a browser nests";
}
done_testing;
