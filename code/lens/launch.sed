# launch.sed - the only changes that the lens makes to a chapter's source and
# its headers. Each stays on its line, so that lines keep their numbers.
#
# kernel<<<grid, block>>>(x) becomes kernel ->* lens_on(grid, block) (x)
/<<</{
:more
/<<<.*>>>/!{
N
b more
}
s/<<</ ->* lens_on(/g
s/>>>/)/g
}
# void __launch_bounds__(256) kernel(...) {  becomes void kernel(...) { lens_bounds(256);
/__launch_bounds__(/{
:body
/__launch_bounds__([^;{]*[;{]/!{
N
b body
}
s/__launch_bounds__(\(\([^()]\|([^()]*)\|([^()]*([^()]*)[^()]*)\)*\))\([^;{]*\){/\3{ lens_bounds(\1);/
}
# A kernel tells of its parameters that are const T *__restrict__: their loads may go by
# way of a cache that sees no store.  { becomes { lens_restrict(A); lens_restrict(B);
/^#/!{
:head
/^[^*/]*__global__[^;{]*$/{
$!{
N
b head
}
}
/__global__[^;{]*__restrict[^;{]*{/{
:parameter
s/\(__global__[^;{]*const[^,()*{;]*\*[ 	\n]*\)\(__restrict__\|__restrict\)\([ 	\n]*\)\([A-Za-z_][A-Za-z_0-9]*\)\([^;{]*{\)/\1LENS_RESTRICT\3\4\5 lens_restrict(\4);/
t parameter
s/LENS_RESTRICT/__restrict__/g
}
}
# float __shared__ s[8], __shared__ alignas(16) and __noinline__ in words that g++ takes
s/alignas(\(\([^()]\|([^()]*)\|([^()]*([^()]*)[^()]*)\)*\))[ 	]*__shared__/__shared__ __align__(\1)/g
s/__shared__[ 	]*alignas(/__shared__ __align__(/g
s/\(^\|[ 	]\)__noinline__\([ 	]\|$\)/\1__attribute__((noinline))\2/g
/^#/!{
s/\(extern\|static\|const\|volatile\)\([ 	]*\)__shared__/\1\2__SHARED__/g
s/\([A-Za-z_][A-Za-z_0-9]*\)[ 	][ 	]*__shared__[ 	]/__shared__ \1 /g
s/__SHARED__/__shared__/g
}
# extern __shared__ float s[];  becomes a pointer to the block's dynamic part, in whatever
# order its words stand, with whatever says how it is aligned, on one line or several
/^#/!{
:words
/\(\(extern\|__shared__\)[ 	]*\|extern[^;{}"=/]*__shared__[^;{}"=/]*\|__shared__[^;{}"=/]*extern[^;{}"=/]*\)$/{
$!{
N
b words
}
}
}
/\<extern\>[^;{}"=/]*\<__shared__\>\|\<__shared__\>[^;{}"=/]*\<extern\>/{
s/\<extern\>\([^;{}"=/]*\)\<__shared__\>/LENS_DYN\1/g
s/\<__shared__\>\([^;{}"=/]*\)\<extern\>/LENS_DYN\1/g
:before
s/\<\(volatile\|const\)\([ 	\n]*\)LENS_DYN\>/\2LENS_DYN \1/g
s/\<\(__align__\|alignas\)[ 	]*(\(\([^()]\|([^()]*)\|([^()]*([^()]*)[^()]*)\)*\))\([ 	\n]*\)LENS_DYN\>/\4LENS_DYN/g
t before
:after
s/\(LENS_DYN\>[^;]*[^A-Za-z_0-9;]\)\(__align__\|alignas\|__attribute__\)[ 	]*(\(\([^()]\|([^()]*)\|([^()]*([^()]*)[^()]*)\)*\))/\1/
t after
s/^LENS_DYN\>/LENS_DYN_OF_ALL/
s/\<LENS_DYN\(_OF_ALL\)*\>\([^;[]*[^A-Za-z_0-9;[]\)\([A-Za-z_][A-Za-z_0-9]*\)\([ 	\n]*\)\[\([ 	\n]*\)\]\([^;]*\)\(;\|$\)/LENS_DYNAMIC_SHARED\1(\3, \6, \2)\4\5/g
}
