/* walk.h - from the log of a warp to its requests. */
#ifndef WALK_H
#define WALK_H

/* Finds the requests in the log of the running warp, and has each of them
 * checked (check.h) and counted (count.h), as the modes ask. The n-th event of
 * a lane at a site belongs to the site's n-th request. */
void walk_warp(void);

/* Lanes have met: where order.h has it, what the warp did is checked by now. */
void walk_until_here(void);

#endif
