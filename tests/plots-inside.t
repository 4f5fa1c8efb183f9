#!/usr/bin/perl
# No label leaves its drawing or lies over another, wide or narrow, in the widest face that a reader
# may have: those of made-up records of all figures, and those of the book.
# Needs the book.
use strict;
use warnings;
use utf8;
use Cwd 'abs_path';
use File::Basename qw(basename dirname);
use File::Temp 'tempdir';
use Test::More;

my $root = abs_path(dirname(__FILE__) . '/..');
for my $tool (qw(pandoc gnuplot)) {
    plan skip_all => "no $tool here; `make setup` installs it" if system("command -v $tool >/dev/null 2>&1");
}
binmode $_, ':encoding(UTF-8)' for Test::More->builder->output, Test::More->builder->failure_output;

sub slurp {
    open my $file, '<:encoding(UTF-8)', $_[0] or die "$_[0]: $!";
    return do { local $/; <$file> };
}

# The advance widths that drawings are measured by, in hundredths of the size.
my %advance;
{
    my ($face) = slurp("$root/book/figures/canvas.lua") =~ /^local WIDTHS = (.*?)^end/ms or die;
    my $code = 32;
    $advance{chr $code++} = $_ for $face =~ /\[\[([\d\s]+)\]\]/ ? split ' ', $1 : die;
    $advance{$1} = $2 while $face =~ /\['(.)'\] = (\d+)/g;
    $advance{chr hex $1} = $2 while $face =~ /\['\\u\{(\w+)\}'\] = (\d+)/g;
}

# The four corners of a label: of its capitals, or what hangs below a line would meet the next.
sub corners {
    my ($x, $y, $angle, $size, $anchor, $text) = @_;
    my $wide = 0;
    $wide += ($advance{$_} // 80) * $size / 100 for split //, $text;
    my $left = $anchor eq 'middle' ? -$wide / 2 : $anchor eq 'end' ? -$wide : 0;
    my ($cos, $sin) = (cos $angle, sin $angle);
    return map { [$x + $_->[0] * $cos - $_->[1] * $sin, $y + $_->[0] * $sin + $_->[1] * $cos] }
        [$left, 0], [$left + $wide, 0], [$left + $wide, -0.72 * $size], [$left, -0.72 * $size];
}

# Two of them meet if there is no direction, across a side of either, in which they are apart.
sub meet {
    my ($one, $other) = @_;
    for my $box ($one, $other) {
        for my $side (1, 2) {
            my ($dx, $dy) = map { $box->[$side][$_] - $box->[$side - 1][$_] } 0, 1;
            my $long = sqrt($dx ** 2 + $dy ** 2) or return 0;
            my ($a, $b) = map { [sort { $a <=> $b } map { ($_->[0] * $dx + $_->[1] * $dy) / $long } @$_] } $one, $other;
            return 0 if $a->[3] < $b->[0] + 1 || $b->[3] < $a->[0] + 1;
        }
    }
    return 1;
}

sub faults {
    my ($svg) = @_;
    my ($width, $height) = $svg =~ /viewBox="0 0 (\d+) (\d+)"/ or return 'no viewBox';
    my (@labels, @faults);
    while ($svg =~ m{<text transform="translate\(([\d.-]+),([\d.-]+)\)(?: rotate\(([\d.-]+)\))?"([^>]*)>(.*?)</text>}gs) {
        my ($x, $y, $turn, $style, $text) = ($1, $2, $3 // 0, $4, $5);
        $text =~ s/<[^>]*>//g;
        $text =~ s/&(\w+);/{lt => '<', gt => '>', amp => '&'}->{$1} \/\/ '?'/ge;
        my ($size) = $style =~ /font-size="([\d.]+)"/;
        my ($anchor) = $style =~ /text-anchor="(\w+)"/;
        my @box = corners($x, $y, $turn * atan2(0, -1) / 180, $size // 14, $anchor // 'start', $text);
        push @labels, [$text, \@box];
        my @across = sort { $a <=> $b } map { $_->[0] } @box;
        my @down = sort { $a <=> $b } map { $_->[1] } @box;
        push @faults, sprintf '“%s” reaches from %d, %d to %d, %d of %d, %d', $text, $across[0], $down[0],
            $across[3], $down[3], $width, $height
            if $across[0] < -1 || $across[3] > $width + 1 || $down[0] < -1 || $down[3] > $height - 2;
        push @faults, map { "“$text” lies over “$_->[0]”" } grep { meet($_->[1], \@box) } @labels[0 .. $#labels - 1];
    }
    return @faults;
}

sub drawn { return join '', map { sprintf '<text transform="translate(%s)"%s>%s</text>', @$_ } @_ }
sub sheet { return '<svg viewBox="0 0 100 50">' . drawn(@_) . '</svg>' }
is_deeply [faults(sheet(['5,20', '', 'one'], ['60,20', '', 'two'], ['5,40', '', 'three']))], [], 'accepts what is apart';
is scalar(faults(sheet(['60,20', '', 'too long']))), 1, 'rejects what ends beyond the edge';
is scalar(faults(sheet(['30,20', ' text-anchor="end"', 'too long']))), 1, 'rejects what begins before it';
is scalar(faults(sheet(['5,20', '', 'one'], ['20,22', '', 'two']))), 1, 'rejects two in one place';
is scalar(faults(sheet(['50,45) rotate(-90', '', 'one'], ['35,30', '', 'two']))), 1, 'rejects one turned over another';

my $dir = tempdir(CLEANUP => 1);
chdir $dir or die;
delete $ENV{DEVICE};
system("cp -R $root/tests/fixtures/records/. . && cp -R $root/data/lens $root/data/loops data && sh $root/tests/lib/tuned.sh && sh $root/tests/lib/tensors.sh && ln -s $root/plots plots") == 0 or die;
system("pandoc --lua-filter $root/book/tables.lua </dev/null") == 0 or die;
for my $figure (map { m|([^/]+)\.tsv$| } sort glob 'build/tables/*.tsv') {
    for my $narrow (0, 1) {
        open my $pipe, '-|:encoding(UTF-8)', "gnuplot -e \"table='build/tables/$figure.tsv'; name='$figure'; narrow=$narrow\""
            . " plots/style.gp plots/$figure.gp | sed -f plots/clean.sed" or die;
        is_deeply [faults(join '', <$pipe>)], [], $figure . ($narrow ? ', narrow' : '');
    }
}
for my $path (sort glob "$root/build/figures/*.svg") {     # but not what is old, nor what a reader's own card has made
    my ($name) = $path =~ m{([^/]+?)(?:-narrow)?\.svg$};
    my $table = "$root/build/tables/$name.tsv";
    next if !-e "$root/plots/$name.gp" || !-e $table || slurp($table) =~ m{^# from:.*data/(?!nvidia-h200|published|lens|loops)}m;
    is_deeply [faults(slurp($path))], [], 'in the book: ' . basename $path;
}
done_testing;
