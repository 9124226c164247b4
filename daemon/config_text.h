/*
 * The text of a configuration without its comments, for libconfuse 3.3 counts a line for three that
 * has a comment, and names the wrong one in its errors.
 */
#ifndef GOMOKUD_CONFIG_TEXT_H
#define GOMOKUD_CONFIG_TEXT_H

#include <stddef.h>

enum { CONFIG_TEXT_MOST = 1024 * 1024 }; /* bytes of a file; people don't write more */

/*
 * Reads a file; what follows # or //, and what stands between the marks of C, is left out, and all
 * line ends are there. To be freed. NULL with errno: of the system, EFBIG when it is too long,
 * EILSEQ when it has a byte 0.
 */
char *config_text(const char *file);
/* The same of a text, in place. */
void config_text_bare(char *text);

#endif
