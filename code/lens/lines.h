/* lines.h - which line of the source each place in the program stands for. */
#ifndef LINES_H
#define LINES_H

/* Gives each site its file, which is lens_source for the chapter's own, and its line there. */
void find_lines(void);

#endif
