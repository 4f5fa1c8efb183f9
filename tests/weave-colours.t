#!/bin/sh
# A listing's colours are those of C, C++ and CUDA: words, strings, comments, directives.
. "$(dirname "$0")/lib/tap.sh"
set_code() { # LINE: the line as pandoc colours it
    printf '~~~ cuda\n%s\n~~~\n' "$1" | pandoc --syntax-definition book/cuda.xml -t html
}
has() { set_code "$1" | grep -qF "$2"; }
plan 9
is 'a qualifier of CUDA is a type' has '__global__ void f();' '<span class="dt">__global__</span> <span class="dt">void</span> f();'
is 'a word inside another is none' has 'internal = format;' 'internal = format;'
is 'control flow' has 'for (;;) continue;' '<span class="cf">for</span> (;;) <span class="cf">continue</span>;'
is 'a string with all in it' has 'f("%s // \" x", y);' 'f(<span class="st">&quot;%s // \&quot; x&quot;</span>, y);'
is 'a character' has "c = '\\0';" "<span class=\"ch\">&#39;\\0&#39;</span>;"
is 'a comment to its end' has 'a; /* for */ for' '<span class="co">/* for */</span> <span class="cf">for</span>'
is 'a directive, and not what it defines' has '#define N(x) #x' '<span class="pp">#define</span> N(x) #x'
is 'a pragma whole' has '#pragma unroll 4' '<span class="pp">#pragma unroll 4</span>'
is 'a launch' has 'k<<<1, 32>>>();' 'k<span class="ex">&lt;&lt;&lt;</span>1, 32<span class="ex">&gt;&gt;&gt;</span>();'
