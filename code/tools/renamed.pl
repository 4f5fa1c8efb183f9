#!/usr/bin/perl
# renamed.pl OLD NEW: do two programs differ in names alone? Each file has a program's tokens, one a line (tokens.awk). Then
# every kernel made of them is the same, with whatever constants and by whatever compiler: what a tuner compiled, too.
#
# Names must correspond one to one over the whole program, and each that changed must be declared in it: what comes from
# elsewhere (the bench, CUDA, C) keeps its name. A string may begin with the name of a kernel, which changes with it.
# Prints one line, the renamings; otherwise where the programs differ, and fails.
use strict;
use warnings;

my $name = qr/^[A-Za-z_]\w*$/;
my %keyword = map { $_ => 1 } qw(return else goto case sizeof alignof typename class struct union enum const static inline
    constexpr if for while do switch break continue default template typedef using extern volatile operator new delete);
my %type = map { $_ => 1 } qw(int unsigned signed float double char void long short bool auto size_t ptrdiff_t typename class
    half dim3 nv_bfloat16 __half __half2 __nv_bfloat16);
my $builtin = qr/^(?:u?int\d+_t|(?:u?int|u?char|u?short|u?long|float|double|half)\d|(?:cu|cuda|cublas|nccl|CU)\w*(?:_t|_st|Handle|Type)|CU\w+|\w+_fn)$/;

sub tokens {
    my ($path) = @_;
    open my $file, '<', $path or do { print STDERR "renamed: $path: $!\n"; exit 2 };
    chomp(my @all = <$file>);
    return @all;
}

# Where the bracket opens that closes at $at.
sub opening {
    my ($at, $t) = @_;
    my $open = 0;
    for (; $at > 0; --$at) {
        $open += ($t->[$at] eq ')') - ($t->[$at] eq '(');
        last if $open == 0;
    }
    return $at;
}

# The names that are declared among these tokens. Where in doubt a name is taken for one of elsewhere.
sub declared {
    my @t = ('', '', '', @_, '', '');
    my (%is, %kind, %parameter, @open, $depth);
    for my $i (3 .. $#t - 2) { # what is a type
        $kind{$t[$i]} = 1 if $t[$i - 1] =~ /^(?:struct|union|enum|class|typename)$/ and $t[$i] =~ $name;
        $kind{$t[$i]} = 1 if $t[$i + 1] eq ';' and $t[$i] =~ $name and grep { $_ eq 'typedef' } @t[$i - 3, $i - 2];
    }
    my $of_type = sub { $type{$_[0]} or $kind{$_[0]} or $_[0] eq 'const' or $_[0] =~ $builtin };
    my ($starts, $declares) = (1, 0);
    for my $i (3 .. $#t - 2) {
        my ($before, $it, $behind) = @t[$i - 1, $i, $i + 1];
        if ($starts) { # of a statement
            my $at = $i;
            ++$at while $t[$at] =~ /^(?:static|extern|typedef|constexpr|const|volatile|inline|__shared__|__device__|__constant__)$/;
            $declares = ($of_type->($t[$at]) or $t[$at] =~ /^(?:struct|union|enum)$/ or $at > $i);
            $depth = 0;
            $starts = 0;
        }
        if ($it eq '{') {
            my $enum = ($before eq 'enum' or $t[$i - 2] eq 'enum');
            push @open, $enum ? 'enum' : '';
            $starts = 1 if not $enum and $before ne '=' and $before ne ',' and $before ne '(';
        } elsif ($it eq '}') {
            pop @open;
            $starts = 1 if $behind ne ';' and $behind ne ',';
        } elsif ($it eq ';' or $it eq 'end of directive') {
            $starts = 1;
        } elsif ($it =~ /^[(\[]$/) {
            ++$depth;
        } elsif ($it =~ /^[)\]]$/) {
            --$depth;
        }
        next if $it !~ $name or $keyword{$it};
        my $star = $before =~ /^(?:\*|&|&&)$/;
        # What a name or a star follows is a type, but for a macro.
        my $macro = ($before eq 'define' and $t[$i - 2] eq '#');
        next if not $macro and ($behind =~ $name or $behind eq '*');
        if ($before =~ /^(?:struct|union|enum|class)$/) {
            $is{$it} = 1 if $behind eq '{';
            next;
        }
        if ($macro
            or ($of_type->($before) and $t[$i - 2] ne '(' || $behind ne ')')
            or ($star and ($of_type->($t[$i - 2]) or $t[$i - 2] eq '*' && $of_type->($t[$i - 3])
                or $t[$i - 2] eq '(' && ($of_type->($t[$i - 3]) or $t[$i - 3] eq ')')))
            or ($star and $declares and $depth == 0 and $t[$i - 2] eq ',')
            or ($before eq 'typename')
            or (@open and $open[-1] eq 'enum' and $before =~ /^[{,]$/ and $behind =~ /^[=,}]$/)
            or ($declares and $depth == 0 and $before eq ',' and $behind =~ /^[=,;\[{]$/)
            or ($before eq '>' and $declares and $behind =~ /^[;=\[]$/)
            or ($before eq ')' and $t[opening($i - 1, \@t) - 1] eq '__launch_bounds__')) {
            $is{$it} = 1;
        }
    }
    for my $i (3 .. $#t - 2) { # parameters of macros
        next if $t[$i - 2] ne '#' or $t[$i - 1] ne 'define' or $t[$i + 1] ne '(';
        for (my $at = $i + 2; $at < $#t and $t[$at] ne ')'; ++$at) { $is{$t[$at]} = $parameter{$t[$at]} = 1 if $t[$at] =~ $name }
    }
    # Members of structs of elsewhere, and functions of elsewhere.
    my (%member, %called, %defined);
    my @in = ();
    for my $i (3 .. $#t - 2) {
        my ($before, $it, $behind) = @t[$i - 1, $i, $i + 1];
        if ($it eq '{') { push @in, ($t[$i - 2] =~ /^(?:struct|union)$/ or $before =~ /^(?:struct|union)$/) ? 1 : 0 }
        elsif ($it eq '}') { pop @in }
        next if $it !~ $name;
        $member{$it} = 1 if @in and $in[-1] and $behind =~ /^[;,\[)]$/;
        $called{$it} = 1 if $behind eq '(' and $before ne '.' and $before ne '->';
        $defined{$it} = 1 if $behind eq '(' and ($of_type->($before) or $before =~ /^[*&]$/ and $of_type->($t[$i - 2]) or $before eq 'define'
            or $before eq ')' and $t[opening($i - 1, \@t) - 1] eq '__launch_bounds__');
        $defined{$it} = 1 if $before eq 'auto' and $behind eq '=';
        $defined{$it} = 1 if $before eq '*' and $t[$i - 2] eq '(' and $behind eq ')'; # a pointer to a function
    }
    for my $i (3 .. $#t - 2) {
        delete $is{$t[$i]} if $t[$i - 1] =~ /^(?:\.|->)$/ and not $member{$t[$i]};
    }
    for (keys %called) { delete $is{$_} if not $defined{$_} and not $parameter{$_} }
    delete @is{qw(x y z w)} if grep { $t[$_] =~ /^[xyzw]$/ and $t[$_ - 1] =~ /^(?:\.|->)$/ } 3 .. $#t;
    return \%is;
}

my ($old, $new) = @ARGV;
my @was = tokens($old);
my @is = tokens($new);
my (%to, %from, @changed);

sub differ {
    print "differs: @_\n";
    exit 1;
}

# Words of the languages, types, and names that are kept for the compiler stay what they are.
sub is_fixed { return $keyword{$_[0]} || $type{$_[0]} || $_[0] =~ $builtin || $_[0] =~ /^__/ }

sub pair {
    my ($a, $b, $at) = @_;
    differ("$a cannot become $b") if $a ne $b and (is_fixed($a) or is_fixed($b));
    if (not defined $to{$a} and not defined $from{$b}) {
        ($to{$a}, $from{$b}) = ($b, $a);
        push @changed, $a if $a ne $b;
    }
    return if defined $to{$a} and defined $from{$b} and $to{$a} eq $b and $from{$b} eq $a;
    differ("$a is " . ($to{$a} // 'no name') . " elsewhere, and $b was " . ($from{$b} // 'no name') . " (token $at: @was[($at > 3 ? $at - 3 : 0) .. ($at + 3 < $#was ? $at + 3 : $#was)])");
}

for my $i (0 .. $#was) {
    my ($a, $b) = ($was[$i], $is[$i] // 'the end');
    if ($a =~ $name and $b =~ $name) {
        pair($a, $b, $i);
    } elsif ($a =~ /^"/ and $b =~ /^"/ and $a ne $b) {
        my @x = split /(\w+)/, $a;
        my @y = split /(\w+)/, $b;
        differ("$a and $b") if @x != @y;
        for (0 .. $#x) {
            next if $x[$_] eq $y[$_];
            # The name of a kernel is the whole string, or stands before its arguments; an instruction of PTX does neither.
            differ("$a and $b") if $x[$_] !~ $name or $y[$_] !~ $name or $_ != 1 or $x[0] ne '"' or ($x[2] // '') !~ /^["<]/;
            pair($x[$_], $y[$_], $i);
        }
    } elsif ($a ne $b) {
        differ("@was[($i > 4 ? $i - 4 : 0) .. ($i + 2 < $#was ? $i + 2 : $#was)] and @is[($i > 4 ? $i - 4 : 0) .. ($i + 2 < $#is ? $i + 2 : $#is)]");
    }
}
differ('the new program goes on') if @is > @was;
my ($in_old, $in_new) = (declared(@was), declared(@is));
for (@changed) { differ("$_ is not declared in the program, so that $to{$_} may be another") if not $in_old->{$_} or not $in_new->{$to{$_}} }
print 'renamed: ', join(', ', map { "$_ -> $to{$_}" } @changed) || 'nothing', "\n";
