#!/usr/bin/perl
# `make setup test test-web` brings every program that a script, a Makefile or a test calls: a
# package of its lists has it, or one that such a package depends on, or that every Debian has.
# Without it a script may do, if it says so: it asks `command -v` first, or has another way
# (`… 2>/dev/null ||`). What measures a card comes with the card (doctor.sh, third part).
#
# A program is what stands where a command stands and is one on this machine.
use strict;
use warnings;
use Cwd 'abs_path';
use File::Basename 'dirname';
use Test::More;

chdir dirname(__FILE__) . '/..' or die;
plan skip_all => 'no dpkg here, which says whose a program is' if system 'command -v dpkg-query >/dev/null 2>&1';
$ENV{PATH} .= ':/usr/sbin:/sbin';

sub slurp { my ($path) = @_; open my $file, '<', $path or die "$path: $!"; local $/; return <$file> }

my ($nested, $double);
$nested = qr/\((?:[^()'"\\]++|'[^']*'|(??{$double})|\\.|(??{$nested}))*\)/s;
$double = qr/"(?:[^"\\\$]++|\\.|\$(??{$nested})|\$)*"/s;
my %opens = map { $_ => 1 } qw(if fi then else elif while until do done exec sudo nice not quiet bare);
my %takes = (is => 1, isnt => 1, timeout => 1, flock => 1, locked => 1);

# The commands of a text in sh: [name, the line it stands on].
sub commands {
    my ($text) = @_;
    my ($start, $skip, $shell, @here, @found) = (1, 0, 0);
    for ($text) {
        while ((pos // 0) < length) {
            next if /\G(?:[ \t]+|\\\n)/gc;
            next if /\G(?<![^\s;|&(])#[^\n]*/gc;
            if (/\G<<-?\s*(["'\\]?)(\w+)["']?/gc) { push @here, $2; next }
            if (/\G\n/gc) {
                for my $end (splice @here) { /\G.*?^\s*\Q$end\E$/gcms }
                ($start, $skip, $shell) = (1, 0, 0);
                next;
            }
            if (/\G\d*[<>]+[&|]?-?[ \t]*/gc) { $skip++ if /\G(?=[^\s;|&()])/; next }
            if (/\G(?:[;|&()]|[{}!](?=\s))/gc) { ($start, $skip, $shell) = (1, 0, 0); next }
            my $at = pos // 0;
            my ($word, $plain) = ('', 1);
            while (1) {
                if (/\G([^\s;|&()'"`\$\\<>]+)/gc) { $word .= $1 }
                elsif (/\G'([^']*)'/gc) { push @found, commands($1) if $shell; $plain = 0 }
                elsif (/\G($double)/gc) { my $in = $1; $plain = 0; push @found, commands(substr $1, 1, -1) while $in =~ /\$($nested)/g }
                elsif (/\G\$($nested)/gc) { $plain = 0; push @found, commands(substr $1, 1, -1) }
                elsif (/\G\$\{(?:[^{}'"]|'[^']*'|"[^"]*")*\}/gc || /\G\\./gcs || /\G[\$`'"\\]/gc) { $plain = 0 }
                else { last }
            }
            pos = $at + 1 if (pos // 0) == $at;
            $shell = 2 if $shell == 1 && $word eq '-c';
            if ($skip) { $skip--; next }
            next if !$start || $word =~ /^\w+=/ || ($start > 1 && $plain && $word =~ /^-/);
            if ($plain && $opens{$word}) { next }
            if ($plain && exists $takes{$word}) { $skip = $takes{$word}; $start = 2; next }
            if ($plain && $word eq 'env') { $start = 2; next }
            if ($plain && $word =~ /^[a-z][a-z0-9_.+-]*$/) {
                my ($line) = substr($text, 0, pos // 0) =~ /([^\n]*)\z/;
                $line .= $1 if substr($text, pos // 0) =~ /\A((?:\\\n|[^\n])*)/;
                push @found, [$word, $line];
                $shell = 1 if $word eq 'sh';
            }
            $start = 0;
        }
    }
    return @found;
}

# The sh in a Makefile: recipes and what $(shell) asks.
sub recipes {
    my ($text) = @_;
    my @sh;
    push @sh, substr $1, 7, -1 while $text =~ /\$(?=(\(shell $nested?))\(shell /g && $1;
    push @sh, $1 while $text =~ /^\t[@+-]*((?:[^\n\\]|\\.)*)/gms;
    s/\$\$/\$/g, s/(?<!\$)\$\((?=\w+\)|call|if|or|foreach|filter|words?|pat|not|D|F)$nested?/X/g for @sh;
    return @sh;
}

# [name, line, file] of all that is called.
sub called {
    my ($path, $text) = @_;
    my @found = $path =~ /(?:^|\/)Makefile$|\.mk$/ ? map { commands($_) } recipes($text)
        : $text =~ /^#!.*\bsh\b/ || $path =~ /\.sh$/ ? commands($text)
        : map { [$_, ''] } $text =~ /(?:popen|execute|system|spawn(?:Sync)?|pipe)\s*\(?\s*["'`]([a-z][\w.+-]*)(?=[\s"'`])/g;
    return map { [@$_, $path] } @found;
}
is_deeply [map { $_->[0] } called 'x.sh', <<'END'], [qw(a b c d e f sh g h i)], 'finds what stands where a command stands';
X=1 a 'no' "no $(b no) no" | c >no <<NO && env Y=2 d
no
NO
if e; then timeout 5 f; fi # no
sh -c 'g no; h' "no"; is 'no' i
END

my @files = grep { -f } split /\n/, `git ls-files -co --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print`;
my (@calls, %function, %file);
for my $path (grep { /\.(?:sh|t|mk|pm|lua|mjs)$|(?:^|\/)Makefile$/ } @files) {
    $file{$path} = slurp($path);
    $function{$1} = 1 while $file{$path} =~ /^\s*([a-z_]+)\(\)/gm;
    push @calls, called $path, $file{$path};
}
my $doctor = slurp('book/doctor.sh');
push @calls, map { [$_, '', 'book/doctor.sh'] } $doctor =~ /^tool ([a-z][\w+-]*)/gm;
my ($card) = $doctor =~ /^echo 'To measure(.*?)^echo /ms;
my %card = map { $_ => 1 } 'nvidia-smi', 'nvcc', $card =~ /^tool ([a-z][\w+-]*)/gm;

# Where each is on this machine, and in which package.
my %names = map { $_->[0] => 1 } grep { !$function{$_->[0]} } @calls;
my %path = map { /^(\S+) (\/.*)/ ? ($1 => abs_path($2) // $2) : () } split /\n/,
    `for w in @{[sort keys %names]}; do echo "\$w \$(command -v \$w)"; done`;
my %owner;
for (split /\n/, `dpkg-query -S @{[map { my $p = $_; $p =~ s{^/usr(?=/s?bin/)}{}; ($_, $p) } sort values %path]} 2>/dev/null`) {
    my ($packages, $path) = /^(.*): (\/.*)/ or next;
    $owner{$path =~ m{^/s?bin/} ? "/usr$path" : $path} = $packages =~ s/:\w+//gr;
}

# What setup brings: its commands and packages, all that these depend on, and Debian's own.
my %brought = (make => 1); my (%has, %depends);
for (split /\n/, `dpkg-query -W -f '\${Package}\\t\${Essential}\\t\${Priority}\\t\${Pre-Depends}, \${Depends}\\t\${Provides}\\n'`) {
    my ($package, $essential, $priority, $depends, $provides) = split /\t/;
    $depends{$package} = [$depends =~ /([a-z0-9][a-z0-9.+-]+)(?: \([^)]*\))?(?::any)?/g];
    push @{$depends{$_}}, $package for ($provides // '') =~ /([a-z0-9][a-z0-9.+-]+)/g;
    $has{$package} = 1 if $essential eq 'yes' || $priority eq 'required';
}
for my $setup ('book/setup.sh', 'book/edition/setup.sh') {
    my ($needs) = slurp($setup) =~ /^needs='\n(.*?)^'/ms;
    for (split /\n/, $needs) {
        my ($command, $package) = grep { !/^(?:epub|pdf|site|test-web|play)$/ } split;
        $brought{$command} = $has{$package} = 1;
    }
}
my @queue = keys %has;
while (defined(my $package = shift @queue)) {
    for (@{$depends{$package} || []}) { push @queue, $_ if !$has{$_}++ }
}

my %lacks;
for (@calls) {
    my ($name, $line, $file) = @$_;
    next if !$path{$name} || $card{$name} || $brought{$name} || $has{$owner{$path{$name}} // ''};
    next if $line =~ m{2>/dev/null.*\|\|}s || $file{$file} =~ /command -v "?\Q$name\E\b/ || $file{$file} =~ /^\s*for tool in [^;]*\b\Q$name\E\b/m;
    $lacks{"$name in $file"} = 1;
}
is join(", ", sort keys %lacks), "", 'setup brings each program that is called, or the script asks for it';
cmp_ok scalar(keys %path), '>', 60, 'programs were found';
my @nodes = map { slurp($_) =~ /"node": ">=\s*(\d+)/g } 'tests/web/package-lock.json', 'book/play/package-lock.json';
ok @nodes && !grep({ $_ > 18 } @nodes), "what npm brings runs on Debian 12's node, which is 18";
diag join ' ', sort keys %path if $ENV{SHOW};
done_testing;
