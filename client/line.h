/*
 * Line mode: commands from standard input, one a line; sentences, and the board in ASCII, to
 * standard output. For scripts, for screen readers, and for whoever likes it.
 *
 * From a terminal each line is sent as it comes. From anything else, a script, the next line waits
 * until the one before was answered and what it caused was seen; a move waits until it is our turn
 * or the game is over. Lines that begin with # are a script's comments. The end of input leaves.
 */
#ifndef GOMOKU_LINE_H
#define GOMOKU_LINE_H

#include "app.h"

struct event_base;
struct line;

/* Makes line mode the front of app. stop is called when the visit is over. NULL: short of memory.
 */
struct line *line_new(
    struct app *app, struct event_base *base, void (*stop)(void *arg), void *stop_arg);
void line_free(struct line *l);

#endif
