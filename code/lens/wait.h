/* wait.h - a thread waits for what other threads or engines do. */
#ifndef WAIT_H
#define WAIT_H

/* All are asked when no thread runs, of a thread of the running block that waits so. */
struct wait {
    /* True when it is over: then the thread has been handed what came. */
    int (*is_over)(unsigned thread);
    /* Nobody can go on before: completes what it waits for, if that can be. Or null. */
    void (*hasten)(unsigned thread);
    /* Ends the program: the thread waits for ever. */
    void (*stuck)(unsigned thread);
    /* The same in a few words, as in "at full[0]", with its line: of another thread. */
    const char *(*text)(unsigned thread);
};

/* launch.c: the running thread waits. */
void wait_by(const struct wait *how);

/* The first thread of another place that waits, in words that end a sentence, or "". */
const char *others_wait(unsigned thread);

/* Threads of the cluster that have not ended; goes to the block of that rank. */
unsigned living_threads(void);
void enter_block(unsigned rank);

/* True when the block of that rank has ended, and where its shared memory is now that lies
 * at this address when it runs. */
int has_ended(unsigned rank);
void *shared_of_rank(unsigned rank, const void *address);

/* Blocks of the cluster have met: what all did until now comes before what they do. */
void segments_start(void);

#endif
