/*
 * Asks a terminal how wide it draws a text: some take two columns for a stone, whatever the C
 * library thinks of it, and a board would come out crooked.
 */
#ifndef GOMOKU_TUI_PROBE_H
#define GOMOKU_TUI_PROBE_H

#include <stddef.h>

enum { PROBE_REST = 64 };

/*
 * Writes the text at the beginning of the line, asks where the cursor is, and clears the line
 * again. Returns the columns, or -1 when no answer came within ms milliseconds. What was read
 * beside the answer, typed ahead, is in rest, with a NUL; no more of it than fits is read.
 */
int probe_columns(int in, int out, const char *text, int ms, char rest[static PROBE_REST]);

#endif
