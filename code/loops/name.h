/* name.h - what a kernel is called. */
#ifndef NAME_H
#define NAME_H

#include <stddef.h>

/* "_Z9rectangleILi8ELi4EEviiifPKf", as C++ mangles it, is "rectangle<8,4>": of
 * functions and templates on integers; any other symbol stays as it is. */
void plain_name(const char *symbol, char *out, size_t size);

#endif
