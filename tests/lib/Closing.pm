# What prove says, and then, alone on the last line, how many passed: `--formatter Closing`.
package Closing;
use strict;
use warnings;
use TAP::Formatter::Console;
use TAP::Formatter::File;

our @ISA = (-t STDOUT ? 'TAP::Formatter::Console' : 'TAP::Formatter::File'); # as prove itself chooses

sub summary {
    my ($self, $all, @rest) = @_;
    $self->SUPER::summary($all, @rest);
    my ($passed, $failed, $skipped) = (0, 0, 0);
    for my $script ($all->parsers) {
        my @skipped = $script->skipped;
        $failed += ($script->failed || ($script->has_problems ? 1 : 0)); # one that dies fails once
        $passed += $script->passed - @skipped;
        $skipped += @skipped + (defined $script->skip_all ? 1 : 0);
    }
    print "$passed passed, $failed failed", $skipped ? ", $skipped skipped" : '', "\n";
    exit 1 unless $passed + $failed;
}

1;
