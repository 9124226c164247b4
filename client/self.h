/*
 * Where this program lies, so that what belongs to it is found beside it.
 */
#ifndef GOMOKU_SELF_H
#define GOMOKU_SELF_H

#include <limits.h>

/* The folder of the program's own file, without a slash at its end. 0, or -1 when it is not known.
 */
int self_folder(char path[static PATH_MAX]);

#endif
