/* seal.h - what a student's program may ask of the system: nothing but memory,
 * the time, and to read and write where it is already allowed to.
 *
 * Each other call ends the program with SIGSYS: no file is opened, no process
 * begun, no network asked. More than SEAL_MEGABYTES of memory ends it with a
 * sentence. What the lens asks addr2line is asked through a process that was
 * begun before. */
#ifndef SEAL_H
#define SEAL_H

enum { SEAL_MEGABYTES = 1024 };

/* Never undone. 0, or -1 where the system has no way to do it. */
int seal(void);

#endif
