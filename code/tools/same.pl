#!/usr/bin/perl
# same.pl OLD NEW: does one program launch the same machine code in two builds of it? OLD.cubin is what nvcc makes for
# the card, OLD.s the assembly of the host side; NEW alike. One line for each entry of the program's table, and for what
# else the host side exports: `same NAME` or `differs NAME: WHY`. Names of functions may differ, and with them what the
# table says of these names; nothing else may. `new NAME` is machine code that there was not and that no entry launches,
# or what stands in the table of probes behind all that stood there.
#
# Host side: from each entry on, every function and object that can be reached is compared, instruction by instruction.
# Device side: of each kernel that is reached, its section headers (registers, barriers), code, constants, shared memory,
# attributes and relocations. What is left out describes the source (lines, names) and runs nowhere.
use strict;
use warnings;

# struct kernel of bench.h, in bytes, and up to where it is compared: name, launcher, tile, largest, flags. struct probe.
my ($ENTRY, $COMPARED, $PROBE) = (104, 40, 184);
my ($old, $new) = @ARGV;
my $symbol = qr/[A-Za-z_.\$][\w.\$]*/;

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or do { print STDERR "same: $path: $!\n"; exit 2 };
    local $/;
    return scalar <$file>;
}

# The host side as {symbol => [line...]}: code and data, without what describes them, and each constant by its content.
sub host {
    my ($path) = @_;
    my (%block, %constant, %part, %exported, %place, %other, $name, $unwinds);
    for (split /\n/, slurp($path)) {
        s/^\s+//;
        if (/^\.(?:globl)\s+($symbol)/) { $exported{$1} = 1; next }
        if (/^\.weak\s+($symbol)/) { delete $exported{$1}; next }
        # How an exception would unwind: nothing throws.
        if (/^\.(?:section\s+(\S+)|text|data|bss)\b/) { $unwinds = ($1 // "") =~ /^\.gcc_except_table/; next }
        next if /^\.L(?:HOT|COLD)[BE]\d+:/; # where a part that seldom runs begins or ends: nothing refers to it
        next if $unwinds or /^(?:#|\/|$)/ or /^\.(?:type|size|local|hidden|file|ident|align|p2align|previous|cfi_\w+|loc)\b/;
        if (/^($symbol):/ and $1 !~ /^\.L/) { $block{$name = $1} = []; next }
        if (/^\.set\s+($symbol),\s*($symbol)$/) { $other{$1} = $2; next } # two functions that are one
        if (/^\.set\s+(\.LC\d+),\s*(\.LC\d+)\+(\d+)$/) { $part{$1} = [$2, $3]; next } # a constant that ends another
        if (/^\.comm\s+($symbol),(.*)/) { $block{$1} = [".comm $2"]; next }
        if (/^(\.LC\d+):/) { $name = "constant $1"; $constant{$1} = $block{$name} = []; next }
        $place{$1} = [$name, scalar @{$block{$name}}] if /^(\.L\w+):/ and defined $name;
        push @{$block{$name}}, $_ if defined $name;
    }
    for (keys %part) {
        my ($whole, $at) = @{$part{$_}};
        my @lines = @{$constant{$whole} // []};
        $constant{$_} = [@lines[$at / 4 .. $#lines]] if $at % 4 == 0 and !grep { !/^\.long\s/ } @lines;
    }
    for my $lines (values %block) {
        for (@$lines) { s/(?<![\w.\$])($symbol)/$other{$1} \/\/ $1/ge if %other }
        for (@$lines) { s/(\.LC\d+)\b/$constant{$1} ? '{' . join(' ', @{$constant{$1}}) . '}' : $1/ge }
    }
    # A kernel's function on the host is registered with its name on the device.
    my (%kernel, $text);
    for (map { @$_ } grep { "@$_" =~ /__cudaRegisterFunction/ } values %block) {
        $text = $1 if /\{\.string\s+"(.*?)"\}/;
        $name = $1 if /^leaq\s+($symbol)\(%rip\), %rsi$/;
        $kernel{$name} = $text if /__cudaRegisterFunction/;
    }
    return {block => \%block, exported => \%exported, place => \%place, kernel => \%kernel};
}

# The lines of a block with its own labels and the symbols of the program as numbers, and those symbols. A label that stands
# in another block, as in the part of a function that seldom runs, is a place in that one.
sub numbered {
    my ($host, $block, $lines) = @_;
    my (%label, %number, @symbols, @text);
    my $numbered = sub { $number{$_[0]} //= (push(@symbols, $_[0]), '@' . @symbols)[1] };
    my $shown = sub {
        my ($word) = @_;
        my ($in, $at) = @{$host->{place}{$word} // []};
        return $numbered->($in) . "+$at" if defined $in and $in ne $block;
        return $label{$word} //= '.L' . keys %label if defined $in;
        return $host->{block}{$word} ? $numbered->($word) : $word;
    };
    push @text, s/($symbol)/$shown->($1)/ger for @$lines;
    return (\@text, \@symbols);
}

# The entries of a table, each with what stands in the bytes that are compared.
sub entries {
    my ($lines, $ENTRY, $COMPARED) = @_;
    my %length = (quad => 8, long => 4, value => 2, byte => 1);
    my ($at, @entries) = (0);
    for (@$lines) {
        my ($kind, $value) = /^\.(\w+)\s+(.*)/ or die "same: not data: $_\n";
        my $length = $kind eq 'zero' ? $value : $length{$kind} // die "same: not known: .$kind\n";
        for (my $left = $length; $left > 0;) {
            my $part = $ENTRY - $at % $ENTRY;
            $part = $left if $part > $left;
            my $shown = $COMPARED - $at % $ENTRY;
            push @{$entries[$at / $ENTRY]}, $kind eq 'zero' ? (0) x ($part < $shown ? $part : $shown) : ".$kind $value" if $shown > 0;
            $at += $part, $left -= $part;
        }
    }
    pop @entries while @entries and $entries[-1][0] eq '0'; # the entry that ends it
    return @entries;
}

# The device side: {functions => {symbol => {what => bytes}}, rest => {what => bytes}}.
sub device {
    my ($path) = @_;
    my $file = slurp($path);
    my ($class, $at, $size, $count, $names) = unpack 'x4 C x35 Q x10 v v v', $file;
    if (substr($file, 0, 4) ne "\x7fELF" or $class != 2) { print STDERR "same: $path is no cubin\n"; exit 2 }
    my @section = map {
        my %s;
        @s{qw(name type flags addr offset size link info align entsize)} = unpack 'V V Q Q Q Q V V Q Q', substr $file, $at + $size * $_;
        $s{bytes} = $s{type} == 8 ? '' : substr $file, $s{offset}, $s{size};
        \%s;
    } 0 .. $count - 1;
    $_->{name} = unpack 'Z*', substr $section[$names]{bytes}, $_->{name} for @section;
    my ($symtab) = grep { $_->{type} == 2 } @section;
    my @symbol = map {
        my ($name, $info, $other, $in, $value, $length) = unpack 'V C C v Q Q', $_;
        {name => unpack('Z*', substr $section[$symtab->{link}]{bytes}, $name), info => $info, in => $in, value => $value, length => $length};
    } unpack '(a24)*', $symtab->{bytes};
    # The kernel in whose code a function stands: itself, or a subroutine of it.
    my $owner = sub {
        my ($s) = @_;
        return ($s->{info} & 15) == 2 && $section[$s->{in}]{name} =~ /^\.text\.(.*)/ ? $1 : undef;
    };
    my @kernel = grep { ($owner->($_) // '') eq $_->{name} } @symbol;
    my (%function, %rest);

    # Attributes; those that name a symbol say it by its number in the file.
    my $attributes = sub {
        my ($bytes, $each) = @_;
        while (length $bytes) {
            my ($form, $code, $length) = unpack 'C C v', $bytes;
            my $value = $form == 4 ? substr $bytes, 4, $length : pack 'v', $length;
            substr $bytes, 0, $form == 4 ? 4 + $length : 4, '';
            $each->($code, $form, $value);
        }
    };
    for my $s (@section) {
        next if $s->{name} =~ /debug|^\.note|^\.(?:symtab|strtab|shstrtab)$|^\.nv\.callgraph$/ or $s->{type} == 0;
        my ($of) = map { $_->{name} } grep { $s->{name} =~ /\.\Q$_->{name}\E$/ } @kernel;
        my $what = defined $of ? substr($s->{name}, 0, -1 - length $of) : $s->{name};
        my $to = defined $of ? $function{$of} //= {} : \%rest;
        if ($s->{name} eq '.nv.info') {
            $attributes->($s->{bytes}, sub {
                my ($code, $form, $value) = @_;
                my ($number, $left) = unpack 'V a*', $value;
                my $of = $form == 4 && $symbol[$number] && $owner->($symbol[$number]);
                (defined $of ? $function{$of} : \%rest)->{sprintf 'attribute %02x', $code} .= defined $of ? $left : $value;
            });
        } elsif ($what eq '.nv.info') {
            $attributes->($s->{bytes}, sub {
                my ($code, $form, $value) = @_;
                $value = join ' ', map { $symbol[$_]{name} } unpack 'V*', $value if $code == 0x0f; # functions that it calls
                $value = substr $value, 4 if $code == 0x0a;                                        # its own constants
                $to->{sprintf '.nv.info %02x', $code} .= $value;
            });
        } elsif ($s->{type} == 4 or $s->{type} == 9) {
            my $form = $s->{type} == 4 ? '(Q V V q)' : '(Q V V)';
            my $step = $s->{type} == 4 ? 24 : 16;
            $to->{$what} = join '', map {
                my ($where, $kind, $number, $more) = unpack $form, $_;
                "$where $kind $symbol[$number]{name} " . ($more // '') . "\n";
            } unpack "(a$step)*", $s->{bytes};
        } else {
            $to->{$what} = join ' ', $s->{type}, $s->{flags}, $s->{size}, $s->{align}, $what eq '.text' ? $s->{info} >> 24 : '', $s->{bytes};
        }
    }
    $rest{"object $_->{name}"} = "$section[$_->{in}]{name} $_->{value} $_->{length}" for grep { ($_->{info} & 15) == 1 } @symbol;
    return {function => \%function, rest => \%rest};
}

my ($host_old, $host_new) = (host("$old.s"), host("$new.s"));
my ($device_old, $device_new) = (device("$old.cubin"), device("$new.cubin"));
my (%to, %from, %why, %launched);

# Null, or why the kernel differs from the one that takes its place.
sub kernel_differs {
    my ($was, $is) = @_;
    my ($x, $y) = ($device_old->{function}{$was}, $device_new->{function}{$is});
    return "no machine code of $is" unless $x and $y;
    $launched{$is} = $launched{"was $was"} = 1;
    for (sort { ($a ne '.text') <=> ($b ne '.text') or $a cmp $b } keys %{{%$x, %$y}}) {
        my ($a, $b) = map { defined ? $_ : "" } $x->{$_}, $y->{$_};
        $a =~ s/($symbol)/exists $to{$1} ? $to{$1} : $1/ge if /^\.rel/ or $_ eq '.nv.info 0f';
        return "$_ of $is" if $a ne $b;
    }
    return undef;
}

# Null, or why what a symbol stands for differs from what another one stands for in the new build.
sub differs {
    my ($was, $is) = @_;
    return ($to{$was} // '') eq $is ? $why{$was} : "$was is $is here and " . ($to{$was} // "not $from{$is}") . ' there'
        if exists $to{$was} or exists $from{$is};
    ($to{$was}, $from{$is}, $why{$was}) = ($is, $was, undef);
    return $why{$was} = lines_differ($was, $is, $host_old->{block}{$was}, $host_new->{block}{$is}) // launches_another($was, $is);
}

# The same for what a function on the host launches, if it is that of a kernel.
sub launches_another {
    my ($was, $is) = ($host_old->{kernel}{$_[0]}, $host_new->{kernel}{$_[1]});
    return defined $was || defined $is ? kernel_differs($was // '', $is // '') : undef;
}

sub lines_differ {
    my ($was, $is, $lines_old, $lines_new) = @_;
    my ($x, $x_symbols) = numbered($host_old, $was, $lines_old);
    my ($y, $y_symbols) = numbered($host_new, $is, $lines_new);
    for (0 .. ($#$x > $#$y ? $#$x : $#$y)) {
        my ($a, $b) = ($x->[$_] // 'nothing', $y->[$_] // 'nothing');
        return "host code of $is, `$a` and `$b`" if $a ne $b;
    }
    for (0 .. $#$x_symbols) {
        my $why = differs($x_symbols->[$_], $y_symbols->[$_]);
        return $why if $why;
    }
    return undef;
}

my $differs = 0;
sub told {
    my ($name, $why) = @_;
    print $why ? "differs $name: $why\n" : "same $name\n";
    $differs = 1 if defined $why;
}

my @old = entries($host_old->{block}{kernels} // [], $ENTRY, $COMPARED);
my @new = entries($host_new->{block}{kernels} // [], $ENTRY, $COMPARED);
for (0 .. ($#old > $#new ? $#old : $#new)) {
    my ($name) = ($new[$_] // $old[$_])->[0] =~ /"(.*)"/;
    told($name, !$old[$_] ? 'is new' : !$new[$_] ? 'is gone' : lines_differ($name, $name, $old[$_], $new[$_]));
}
# More probes than there were stand behind all that there were, which are compared.
my ($was, $is) = map { $_->{block}{probes} } $host_old, $host_new;
my $more = 0;
if ($was and $is) {
    my ($x, $y) = map { [entries($_, $PROBE, $PROBE)] } $was, $is;
    $more = @$y - @$x;
    told('probes', lines_differ('probes', 'probes', map { [map { @$_ } grep { $_ } @$_] } $x, [@$y[0 .. $#$x]])) if $more > 0;
    print "new probes: $more\n" if $more > 0;
}
for (sort keys %{{%{$host_old->{exported}}, %{$host_new->{exported}}}}) {
    next if $_ eq 'kernels' or $more > 0 && $_ eq 'probes' or /^_Z/ or !($host_old->{block}{$_} or $host_new->{block}{$_});
    told($_, !$host_old->{block}{$_} ? 'is new' : !$host_new->{block}{$_} ? 'is gone' : differs($_, $_));
}
for (sort keys %{{%{$device_old->{rest}}, %{$device_new->{rest}}}}) {
    told($_, 'what all kernels share') if ($device_old->{rest}{$_} // '') ne ($device_new->{rest}{$_} // '');
}
# What no entry launches, as an instance in a branch that is never taken: by its name.
for (sort keys %{{%{$device_old->{function}}, %{$device_new->{function}}}}) {
    next if $launched{$_} or $launched{"was $_"};
    print("new $_\n"), next if !exists $device_old->{function}{$_}; # which nothing was measured with
    my $why = kernel_differs($_, $_);
    told($_, $why) if $why;
}
exit $differs;
