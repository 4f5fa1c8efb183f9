package Page;

# Page.pm: what the tests of pages ask of HTML. Every check takes mark-up (or a folder of
# pages) and returns the list of its faults in words, so that a test can show that a check
# rejects something before it passes the book.
#
#   my @pages = Page::all();          the pages of the fixture book and of the real one
#
# The real book is build/book, which `make test` builds for a test with the line
# `# Needs the book.`; the fixture book is built here, below build/tests, which takes
# pandoc and gnuplot (`make setup`).

use strict;
use warnings;
use Cwd 'abs_path';
use Fcntl ':flock';
use File::Basename 'dirname';
use File::Path 'make_path';

our $root = abs_path(dirname(__FILE__) . '/../..');
my $void = qr/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
my $block = qr/^(?:address|article|aside|blockquote|details|div|dl|fieldset|figcaption|figure|
  footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)$/x;

sub slurp {
    my ($path) = @_;
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!";
    local $/;
    return <$file>;
}

# Builds the fixture book, once for all tests of what it is made of; returns its folder of
# pages, or nothing where that cannot be.
sub fixture {
    for my $tool (qw(pandoc gnuplot make)) {
        return if system("command -v $tool >/dev/null 2>&1");
    }
    local @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS DEVICE)};
    delete @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS DEVICE)};
    my $of = 'book plots/style.gp plots/*.sed plots/*.inc data/columns.tsv tests/fixtures/book';
    my ($hash) = `cd $root && find $of -type f | sort | xargs sha256sum | sha256sum` =~ /^(\w+)/ or die;
    my $dir = "$root/build/tests/book-$hash";
    make_path("$root/build/tests");
    open my $lock, '>', "$root/build/tests/.book.lock" or die $!;
    flock $lock, LOCK_EX or die $!;
    return "$dir/build/book" if -d $dir;
    system("cd $root && rm -rf build/tests/book-* && mkdir -p build/tests/book-new/plots build/tests/book-new/code/tools && cp -R book build/tests/book-new"
        . " && cp code/tools/writable.sh build/tests/book-new/code/tools"
        . " && cp plots/style.gp plots/*.sed plots/*.inc build/tests/book-new/plots && cd build/tests/book-new"
        . " && cp -R $root/tests/fixtures/book/. . && cp $root/data/columns.tsv data && make book >said 2>&1") == 0 or die slurp("$root/build/tests/book-new/said");
    rename "$root/build/tests/book-new", $dir or die $!;
    return "$dir/build/book";
}

# The folders of pages there are: [name, folder].
sub books {
    die "$0 asks for the book without the line \"# Needs the book.\"\n" if slurp($0) !~ m{^# Needs the book\.$}m;
    my @books;
    my $small = fixture();
    push @books, ['fixture', $small] if $small;
    push @books, ['book', "$root/build/book"] if -e "$root/build/book/index.html";
    Test::More->builder->skip('no pages: `make setup book` makes them') if !@books;
    return @books;
}

# Which pages a build made: those of book/contents, and the index.
sub names {
    my ($folder) = @_;
    return sort map { m|([^/]+)$| } glob "$folder/*.html";
}

# All pages: [name to show, path].
sub all {
    return map { my ($name, $folder) = @$_; map { ["$name/$_", "$folder/$_"] } names($folder) } books();
}

# Tags in order: [closing?, name, attributes as text, text that follows].
sub tags {
    my ($html) = @_;
    my @tags;
    while ($html =~ m{<(/?)([A-Za-z][\w:-]*)((?:\s+[^<>"']*(?:"[^"]*"|'[^']*')?)*)\s*/?>([^<]*)}g) {
        push @tags, [$1, lc $2, $3, $4];
    }
    return @tags;
}

sub attribute {
    my ($attributes, $name) = @_;
    return $attributes =~ /(?:^|\s)\Q$name\E\s*=\s*(?:"([^"]*)"|'([^']*)')/ ? ($1 // $2) : undef;
}

# Block elements where HTML ends the paragraph before them, which makes a reader of the
# page see another tree than its author.
sub misnested {
    my ($html) = @_;
    my (@faults, @open);
    for my $tag (tags($html)) {
        my ($closing, $name) = @$tag;
        next if $name =~ $void;
        if ($closing) {
            my $last = pop @open // 'nothing';
            push @faults, "</$name> closes <$last>" if $last ne $name;
        } else {
            push @faults, "<$name> stands in <p>" if $name =~ $block && grep { $_ eq 'p' } @open;
            push @faults, "<$name> stands in <$name>" if $name =~ /^(?:a|button)$/ && grep { $_ eq $name } @open;
            push @open, $name unless $html =~ /<\Q$name\E\Q$tag->[2]\E\s*\/>/;
        }
    }
    push @faults, "<$_> is never closed" for @open;
    return @faults;
}

sub ids {
    my ($html) = @_;
    return grep { defined } map { $_->[0] ? undef : attribute($_->[2], 'id') } tags($html);
}

sub twice {
    my ($html) = @_;
    my %seen;
    $seen{$_}++ for ids($html);
    return map { "id $_ is there $seen{$_} times" } grep { $seen{$_} > 1 } sort keys %seen;
}

# Links, fragments, style sheets and scripts of a folder that lead nowhere.
sub dangling {
    my ($folder) = @_;
    my (%has, @faults);
    for my $name (names($folder)) {
        $has{$name}{$_} = 1 for ids(slurp("$folder/$name"));
    }
    for my $name (names($folder)) {
        for my $tag (tags(slurp("$folder/$name"))) {
            for my $key (qw(href src aria-labelledby aria-describedby for)) {
                my $to = attribute($tag->[2], $key) // next;
                if ($key =~ /^(?:aria|for)/) {
                    push @faults, "$name: $key=$_" for grep { !$has{$name}{$_} } split ' ', $to;
                    next;
                }
                next if $to =~ /^(?:https?|mailto):/;
                my ($page, $fragment) = $to =~ /^([^#]*)#?(.*)$/;
                $page = $name if $page eq '';
                push @faults, "$name: $to" if !-e "$folder/$page"
                    or $fragment ne '' && !($has{$page} && $has{$page}{$fragment});
            }
        }
    }
    return @faults;
}

# What would make a browser ask the network for something. A link to follow may.
sub remote {
    my ($text) = @_;
    my @faults;
    for my $tag (tags($text)) {
        my ($closing, $name, $attributes) = @$tag;
        next if $closing;
        for my $key (qw(src srcset href data poster action background xlink:href)) {
            next if $key eq 'href' && $name eq 'a';
            my $to = attribute($attributes, $key) // next;
            push @faults, "<$name $key=$to>" if $to =~ m{^\s*(?:[a-z]+:)?//}i;
        }
    }
    push @faults, "url($1)" while $text =~ m{url\(\s*["']?((?:[a-z]+:)?//[^)]*)}gi;
    push @faults, "\@import $1" while $text =~ m{\@import\s+(["'][^"']*//[^"']*)}gi;
    (my $run = $text) =~ s{<pre\b.*?</pre>|<code\b.*?</code>}{}gs;   # listings are only shown
    push @faults, $1 while $run =~ m{((?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\s*\()}g;
    return @faults;
}

# Figures that say nothing to those who cannot see them.
sub mute {
    my ($html) = @_;
    my @faults;
    while ($html =~ m{<figure\b([^>]*)>(.*?)</figure>}gs) {
        my ($attributes, $body) = ($1, $2);
        my $id = attribute($attributes, 'id') // '?';
        push @faults, "$id has no caption" if $body !~ m{<figcaption>.*\w.*</figcaption>}s;
        next if $body !~ /<svg|<img/;
        my ($label) = $body =~ /role="img" aria-label="([^"]*)"/;
        push @faults, "$id has no text for its drawing" if !defined $label || $label !~ /\w+\s+\w+\s+\w+/;
    }
    push @faults, "<img$1>" while $html =~ /<img\b((?:(?!alt=)[^>])*)>/g;
    my $drawn = () = $html =~ /<svg/g;
    my $inside = 0;
    $inside += () = $1 =~ /<svg/g while $html =~ m{(<figure\b.*?</figure>)}gs;
    push @faults, 'a drawing stands outside of all figures' if $drawn > $inside;
    return @faults;
}

# Landmarks, one title, a language, headings without a gap.
sub unmarked {
    my ($html) = @_;
    my @faults;
    push @faults, 'no language' if $html !~ /<html lang="\w+/;
    push @faults, 'no title' if $html !~ m{<title>[^<]*\w};
    push @faults, 'no description' if $html !~ m{<meta name="description" content="[^"]*\w};
    for my $landmark (qw(main nav footer)) {
        push @faults, "no <$landmark>" if $html !~ /<$landmark[\s>]/;
    }
    push @faults, 'no link past the navigation' if $html !~ /class="skip" href="#main"/;
    my $last = 0;
    while ($html =~ /<h([1-6])[\s>]/g) {
        push @faults, "<h$1> follows <h$last>" if $1 > $last + 1;
        $last = $1;
    }
    my $tops = () = $html =~ /<h1[\s>]/g;
    push @faults, "$tops <h1>" if $tops != 1;
    return @faults;
}

1;
