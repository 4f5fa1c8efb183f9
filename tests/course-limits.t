#!/bin/sh
# What a program takes of the machine has limits, even that of somebody who got round the
# grader's look at names: here that look is left out. Each attack ends in a sentence.
. "$(dirname "$0")/lib/course.sh"
export COURSE_SECONDS=2
plan 15
sed 's/^stranger=.*used.*/stranger=/' course/compile.sh >"$scratch/compile.sh"
box=$scratch/box
mkdir "$box"

# judged STATEMENTS: the launcher runs them first, and the judge comes to an end
judged() {
    { printf '#include <%s>\n' cuda_runtime.h fcntl.h signal.h stdio.h stdlib.h sys/mman.h sys/ptrace.h sys/socket.h unistd.h
      sed "s|^    if (M == 0 .. N == 0)\$|    $1\n&|" "$key/solution.cu"; } >"$scratch/x.cu"
    if sh "$scratch/compile.sh" "$unit" "$scratch/x.cu" "$box" "$key"; then
        # shellcheck disable=SC2086
        run_judge "$box" verify tiled $table 0 33x31x50 && return
    fi
    its_words "$box" >"$scratch/said"
    return 1
}

# stopped SENTENCE STATEMENTS: they end in this sentence
stopped() { ! judged "$2" && grep -q "$1" "$scratch/said"; }
asks='it asks the system for a file, a process or a network'
here=$PWD

is 'without an attack it is right' judged ';'
is 'the secret of the hidden sizes, opened' stopped "$asks" "(void)!open(\"$here/course/staff/secret\", O_RDONLY);"
is 'the key of the unit' stopped "$asks" "fopen(\"$here/$key/solution.cu\", \"r\");"
is 'a file written' stopped "$asks" "(void)!open(\"$scratch/planted\", O_CREAT \\| O_WRONLY, 0600);"
is 'a network' stopped "$asks" '(void)socket(AF_INET, SOCK_STREAM, 0);'
is 'a second process' stopped "$asks" 'fork();'
is 'another program' stopped "$asks" '(void)!system("true");'
is 'a signal to the grader' stopped "$asks" 'kill(getppid(), SIGKILL);'
is 'a look into another process' stopped "$asks" 'ptrace(PTRACE_ATTACH, getppid(), 0, 0);'
is 'higher limits' stopped "$asks" 'nice(1);'
is 'a way to wait without taking time' stopped "$asks" 'pause();'
is 'a read that never returns: the clock on the wall' stopped '^endless' 'char c; for (int fd = 4; fd < 8; ++fd) (void)!read(fd, \&c, 1);'
is 'a loop: the time of the processor' stopped '^endless' 'for (volatile int i = 0;;) i = 1;'
COURSE_SECONDS=60 # a busy machine hands out memory slowly
is 'memory of the host without end' stopped '^memory: .* 1 GiB' 'for (;;) (void)mmap(0, 1 << 20, PROT_READ \| PROT_WRITE, MAP_PRIVATE \| MAP_ANONYMOUS \| MAP_POPULATE, -1, 0);'

is 'memory of the device without end' stopped '^memory: .* 1 GiB' 'for (void *p; cudaMalloc(\&p, 1 << 26) == cudaSuccess;) cudaMemset(p, 1, 1 << 26);'
