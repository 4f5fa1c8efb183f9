#!/usr/bin/perl
# mutate.pl SEED COUNT GOOD.tar FOLDER: COUNT mutants of an archive that `make share` wrote, drawn at random, as FOLDER/N.tar, and
# in FOLDER/N.txt what was done to each: to a byte, a cell, a line, the head or the ends of lines of a record, or to the
# names, sizes, kinds and bytes of the archive. Where a record was changed, its hash in MANIFEST follows, most of the time.
use strict;
use warnings;
no warnings 'uninitialized'; # a record may have been emptied before

my ($seed, $count, $good, $folder) = @ARGV;
srand $seed;

sub any { $_[rand @_] }

# An archive is a list of [name, content, type, fields that stand in its header as they are].
sub unpacked {
    my ($tar) = @_;
    my @files;
    for (my $at = 0; $at + 512 <= length $tar && substr($tar, $at, 1) ne "\0";) {
        my ($name, $size) = unpack 'Z100 x24 Z12', substr $tar, $at, 512;
        $size = oct $size;
        push @files, [$name, substr($tar, $at + 512, $size), '0', {}];
        $at += 512 + 512 * int(($size + 511) / 512);
    }
    return @files;
}

sub packed {
    my $tar = '';
    for my $file (@_) {
        my ($name, $content, $type, $field) = @$file;
        my $head = pack 'a100 a8 a8 a8 a12 a12 a8 a1 a100 a6 a2 x247', $name, $field->{mode} // '0000644', '0000000', '0000000',
            $field->{size} // sprintf('%011o', length $content), '00000000000', ' ' x 8, $type, $field->{link} // '', "ustar", '00';
        substr($head, 148, 8) = sprintf "%06o\0 ", unpack '%32C*', $head;
        $tar .= $head . $content . "\0" x (-length($content) % 512);
    }
    return $tar . "\0" x 1024;
}

my @NASTY = ('', 'nan', 'inf', '-inf', '-1', '0', '-0', '1e19', '1e300', '1e-320', '1e308', '1e400', '0x10', '1,5', '+5', ' 5', '5 ', '.5', '5.', '1_0',
    '99999999999999999999', '9007199254740993', '2147483648', '1.5', '1e-5', '"', '"5"', "'", '<b>', '&amp;', 'a b', "\t", '%s', '$(id)', '../x', "\xc3\xa9", "\xff", "\0",
    'cublas', 'slow', 'ok', 'spills', 'x' x 200, '0' x 200, '1' . '0' x 30);
my @KEYS = qw(record kind program source-sha256 device compute-capability multiprocessors memory-bytes l2-bytes driver cuda cublas compiler
    flags date clock quick end);
my @VALUES = (@NASTY, 'tiles 2', 'gemm', 'probe', 'counters', 'tuning', 'winners', 'search', 'transcript', 'lens', 'published', '0000-00-00T00:00:00Z',
    '2026-13-45T99:99:99Z', '2999-01-01T00:00:00Z', 'Evil/../Card', 'NVIDIA H200', 'code/alpha.cu', 'code/../alpha.cu', 'f' x 64, '1e308', '0 rows', '-1 rows', '7 rows');

# Each is given a record's text and returns another.
my %RECORD = (
    byte => sub { my ($t) = @_; substr($t, rand length $t, 1) = chr rand 256; $t },
    bit => sub { my ($t) = @_; my $at = rand length $t; substr($t, $at, 1) = chr(ord(substr $t, $at, 1) ^ 1 << rand 8); $t },
    digit => sub { my ($t) = @_; my @at; push @at, pos $t while $t =~ /(?=\d)/g; substr($t, any(@at), 1) = int rand 10; $t },
    cell => sub { cells($_[0], sub { $_[0][rand @{$_[0]}] = any(@NASTY) }) },
    two => sub { cells(cells($_[0], sub { $_[0][rand @{$_[0]}] = any(@NASTY) }), sub { $_[0][rand @{$_[0]}] = any(@NASTY) }) },
    fewer => sub { cells($_[0], sub { splice @{$_[0]}, rand @{$_[0]}, 1 }) },
    more => sub { cells($_[0], sub { splice @{$_[0]}, rand @{$_[0]}, 0, any(@NASTY) }) },
    column => sub { my ($t) = @_; $t =~ s/^(?!#)(.*)/join ',', swap(split m{,}, $1, -1)/me; $t },
    name => sub { my ($t) = @_; $t =~ s/^(?!#)(.*)/my @c = split m{,}, $1; $c[rand @c] = any(@NASTY, 'gflops', 'm', 'clock'); join ',', @c/me; $t },
    drop => sub { lines($_[0], sub { splice @{$_[0]}, rand @{$_[0]}, 1 }) },
    twice => sub { lines($_[0], sub { my $at = rand @{$_[0]}; splice @{$_[0]}, $at, 0, $_[0][$at] }) },
    swapped => sub { lines($_[0], sub { @{$_[0]} = swap(@{$_[0]}) }) },
    blank => sub { lines($_[0], sub { splice @{$_[0]}, rand @{$_[0]}, 0, any('', ' ', '#', '# x', '# a: b', any(@NASTY)) }) },
    counted => sub { my ($t) = @_; my $n = 0; $t = lines($t, sub { splice @{$_[0]}, $#{$_[0]} - 1, 1 }); $t =~ s/^# end: (\d+)/'# end: ' . ($1 - 1)/me; $t },
    cut => sub { substr $_[0], 0, rand length $_[0] },
    head => sub { my ($t) = @_; my $key = any(@KEYS); my $value = any(@VALUES); $t =~ s/^# \Q$key\E: .*/# $key: $value/m or $t =~ s/\n/\n# $key: $value\n/; $t },
    again => sub { my ($t) = @_; my ($key, $value) = (any(@KEYS), any(@VALUES)); $t =~ s/\n/\n# $key: $value\n/; $t },
    headless => sub { my ($t) = @_; my $key = any(@KEYS); $t =~ s/^# \Q$key\E: .*\n//m or $t =~ s/.*\n//; $t },
    ends => sub { my ($t) = @_; my $end = any("\r\n", "\r", "\n\n", "\n\r"); $t =~ s/\n/$end/g; $t },
    'one end' => sub { my ($t) = @_; my @at; push @at, pos $t while $t =~ /(?=\n)/g; substr($t, any(@at), 1) = "\r\n"; $t },
    mark => sub { "\xef\xbb\xbf" . $_[0] },
    open => sub { substr $_[0], 0, -1 },
    tail => sub { $_[0] . any("\n", 'x', "# end: 1 rows\n", "slow,1,1,1\n", "\0", ' ') },
    empty => sub { any('', "\n", "# record: tiles 1\n", "\0") },
    inside => sub { my ($t) = @_; substr($t, rand length $t, 0) = any(@NASTY); $t },
);

sub swap { my ($i, $j) = (rand @_, rand @_); @_[$i, $j] = @_[$j, $i]; @_ }
sub lines { my ($t, $do) = @_; my @l = split /\n/, $t, -1; pop @l; $do->(\@l); join '', map "$_\n", @l }
sub cells {
    my ($t, $do) = @_;
    lines($t, sub {
        my @rows = grep $_[0][$_] !~ /^#/, 0 .. $#{$_[0]};
        return if !@rows;
        my $row = \$_[0][any(@rows)];
        my @cells = split /,/, $$row, -1;
        @cells = ('') if !@cells;
        $do->(\@cells);
        $$row = join ',', @cells;
    })
}

my @NAMES = ('%s/../x.csv', '../x.csv', '/tmp/x.csv', '%s/.x', '%s/a b.csv', '%s/alpha.CSV', '%s/alpha-.csv', '%s/-alpha.csv', '%s/gamma.csv', '%s/alpha-new.csv', '%s/counters/beta.csv',
    '%s/transcripts/alpha.csv', '%s/counters', 'other/alpha.csv', 'lens/alpha.csv', "%s/al\npha.csv", '%s/' . 'a' x 90 . '.csv', '%s/alpha.txt', '%s//alpha.csv', './%s/alpha.csv', '%s/counters/../alpha.csv', '%s', '');

sub named { my ($card) = @_; any(@NAMES) =~ s/%s/$card/r }

# Each changes the list of files or returns the bytes of the archive.
my %ARCHIVE = (
    named => sub { my ($f, $card) = @_; any(@$f)->[0] = named($card); undef },
    added => sub { my ($f, $card) = @_; push @$f, [named($card), any(any(@$f)->[1], '', 'x'), '0', {}]; undef },
    gone => sub { my ($f) = @_; splice @$f, rand @$f, 1; undef },
    doubled => sub { my ($f) = @_; push @$f, any(@$f); undef },
    exchanged => sub { my ($f) = @_; my ($i, $j) = (rand @$f, rand @$f); ($f->[$i][1], $f->[$j][1]) = ($f->[$j][1], $f->[$i][1]); undef },
    typed => sub { my ($f) = @_; my $file = any(@$f); $file->[2] = any(1 .. 7, 'x', 'g', 'L', 'K', 'S', 'V', "\0", 'Z'); $file->[3]{link} = any('/etc/passwd', '../..', 'x', $f->[0][0]); undef },
    mode => sub { my ($f) = @_; any(@$f)->[3]{mode} = any('0000000', '0004755', '7777777', 'xxxxxxx', '0000200'); undef },
    sized => sub { my ($f) = @_; any(@$f)->[3]{size} = any('00000000000', '77777777777', '00000000001', '-0000000001', '99999999999', "\x80" . "\xff" x 10, sprintf '%011o', rand 5000); undef },
    manifest => sub { my ($f) = @_; for (@$f) { $_->[1] = any(values %RECORD)->($_->[1]) if $_->[0] =~ /MANIFEST$/ } undef },
    flipped => sub { my $t = packed(@{$_[0]}); substr($t, rand length $t, 1) = chr rand 256; $t },
    header => sub { my ($f) = @_; my $t = packed(@$f); my @at = (0); push @at, $at[-1] + 512 + 512 * int((length($_->[1]) + 511) / 512) for @$f; pop @at; substr($t, any(@at) + rand 512, 1) = chr rand 256; $t },
    shortened => sub { my $t = packed(@{$_[0]}); substr $t, 0, rand length $t },
    prolonged => sub { packed(@{$_[0]}) . any("\0" x 512, 'x' x 512, packed(@{$_[0]})) },
    empty => sub { any('', "\0" x 1024, 'ustar', "\0" x 257 . 'ustar' . "\0" x 1000) },
);

sub hashed {
    my ($files) = @_;
    require Digest::SHA;
    my $manifest = join '', map { my ($name) = $_->[0] =~ m{^[^/]*/(.*)}s; Digest::SHA::sha256_hex($_->[1]) . '  ' . ($name // '') . "\n" }
        sort { $a->[0] cmp $b->[0] } grep $_->[0] !~ /(MANIFEST|summary\.html)$/, @$files;
    for (@$files) { $_->[1] = $manifest if $_->[0] =~ /MANIFEST$/ }
}

open my $in, '<:raw', $good or die "$good: $!\n";
my @good = unpacked(do { local $/; <$in> });
my ($card) = split '/', $good[0][0];
mkdir $folder;
for my $n (1 .. $count) {
    my @files = map [@$_[0 .. 2], {}], @good;
    my (@done, $tar);
    for (1 .. any(1, 1, 1, 2, 3)) {
        if (rand() < .75) {
            my $file = any(grep $_->[0] !~ /(MANIFEST|summary\.html)$/ && length $_->[1], @files) or next;
            my $what = any(sort keys %RECORD);
            my $was = $file->[1];
            $file->[1] = eval { $RECORD{$what}->($was) } // $was;
            push @done, "$what of $file->[0]";
        } else {
            my $what = any(sort keys %ARCHIVE);
            push @done, $what;
            $tar = $ARCHIVE{$what}->(\@files, $card);
        }
        last if !@files;
        hashed(\@files) if rand() < .93 && $done[-1] ne 'manifest';
    }
    open my $out, '>:raw', "$folder/$n.tar" or die "$folder/$n.tar: $!\n";
    print $out $tar // packed(@files);
    close $out or die "$folder/$n.tar: $!\n";
    open $out, '>:raw', "$folder/$n.txt" or die "$folder/$n.txt: $!\n";
    print $out join(', ', @done), "\n";
    close $out or die "$folder/$n.txt: $!\n";
}
