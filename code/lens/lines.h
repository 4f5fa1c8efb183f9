/* lines.h - which line of the source each place in the program stands for. */
#ifndef LINES_H
#define LINES_H

/* Gives each site its file, which is lens_source for the chapter's own, and its line there. Of
 * functions that are inlined in one another that is the innermost line of the chapter; where
 * none is of the chapter, the line of the header in which the outermost stands. */
void find_lines(void);

#endif
