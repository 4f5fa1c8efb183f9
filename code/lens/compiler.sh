#!/bin/sh
# compiler.sh CXX: nothing, where the lens can use this compiler; else why not, and the way out; exit 2.
export LC_ALL=C.UTF-8
case $("$1" -E -P -x c++ - 2>/dev/null <<'END'
#if defined __clang__
clang
#elif __GNUC__ < 11
old
#elif !defined __linux__ || !(defined __x86_64__ || defined __aarch64__)
strange
#else
good
#endif
END
) in
*good*) exit 0 ;;
*clang*) is='Clang' ;;
*old*) is='older than that' ;;
*strange*) is='for another system' ;;
*) is='none' ;;
esac
echo "the lens takes GCC 11 or later, on Linux on x86-64 or aarch64, and \`$1\` is $is; make lens LENS_CXX=g++-12 \
takes another, and \`docker build -t tiles .\` makes a container that has one (README.md)" >&2
exit 2
