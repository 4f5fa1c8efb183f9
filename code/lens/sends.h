/* sends.h - tiles that the copy engine takes from shared memory to a matrix.
 *
 * A box is read as late as the hardware may read it: until its thread waits for that,
 * nobody may store to its place. What it stores in the matrix is there at once. Each is
 * counted as a shared load of one request and of a wavefront for each 128 bytes, and as a
 * global store of one request and of the sectors of its rows. */
#ifndef SENDS_H
#define SENDS_H

/* The running thread has ended: each of its boxes must have been read. */
void sends_end_of_thread(void);

#endif
